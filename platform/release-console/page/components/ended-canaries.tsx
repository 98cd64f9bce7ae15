import { Alert, Box } from '@mui/material';
import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { formatCanaryVersions } from '@shop/releases/state/composition-diff';

export interface EndedCanariesProps {
  environment: EnvironmentView;
  /** Apps that the change gives another release, for every visitor. */
  apps: readonly string[];
}

/** Says before a change for every visitor which canaries it ends, and whose they are. The others may end when they do not fit. */
export function EndedCanaries({ environment: { canaries }, apps }: EndedCanariesProps) {
  if (canaries.length === 0 || apps.length === 0) return null;
  const ended = canaries.filter((canary) => canary.apps.some((app) => apps.includes(app)));
  const others = canaries.filter((canary) => !ended.includes(canary));
  const format = (canary: (typeof canaries)[number]) =>
    `the canary of ${formatCanaryVersions(canary)}${canary.owner && `, which belongs to ${canary.owner}`}`;
  return (
    <Alert severity={ended.length > 0 ? 'warning' : 'info'}>
      {ended.length > 0 && 'This change ends:'}
      {ended.length > 0 && (
        <Box component="ul" aria-label="Canaries that end" sx={{ m: 0, pl: 2.5 }}>
          {ended.map((canary) => (
            <li key={canary.id}>{format(canary)}</li>
          ))}
        </Box>
      )}
      {others.length > 0 && `Goes on, or ends when it does not pass the gates: ${others.map(format).join('; ')}.`}
    </Alert>
  );
}
