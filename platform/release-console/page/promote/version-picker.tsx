import { MenuItem, TextField, Typography } from '@mui/material';
import type { AppReleases, EnvironmentView, ReleaseView } from '@shop/releases/service-api/responses';
import { formatRelativeTime, shortCommit } from '../components/format';
import { Section } from '../components/layout';
import { useNow } from '../components/relative-time';
import type { Choice, Promotion } from './promotion-draft';

export interface VersionPickerProps {
  environment: EnvironmentView;
  releases: readonly AppReleases[];
  promotion: Promotion;
}

/** Choice of a version for each app. */
export function VersionPicker({ environment, releases, promotion: { draft, change } }: VersionPickerProps) {
  const choose = (app: string, choice: Choice | null) => {
    const { [app]: _, ...others } = draft.choices;
    change({ choices: choice ? { ...others, [app]: choice } : others });
  };
  const hasRemoval = Object.values(draft.choices).some(({ kind }) => kind === 'remove');
  return (
    <Section title="1. Versions">
      {releases.length === 0 && (
        <Typography color="textSecondary">
          No release is published yet: npm run release -- publish mf-catalog
        </Typography>
      )}
      {releases.map(({ app, releases: versions }) => (
        <AppChoice
          key={app}
          app={app}
          live={environment.apps.find((candidate) => candidate.app === app)?.version ?? null}
          versions={versions}
          choice={draft.choices[app] ?? null}
          onChoose={(choice) => choose(app, choice)}
        />
      ))}
      {(hasRemoval || draft.removedPaths !== '') && (
        <TextField
          label="Live paths that may lose their owner"
          helperText="One per line, such as /reviews. The gates refuse a composition in which another live path has no owner."
          multiline
          minRows={2}
          value={draft.removedPaths}
          onChange={(event) => change({ removedPaths: event.target.value })}
        />
      )}
    </Section>
  );
}

interface AppChoiceProps {
  app: string;
  /** The live version; null when the app is not live. */
  live: string | null;
  versions: readonly ReleaseView[];
  choice: Choice | null;
  onChoose: (choice: Choice | null) => void;
}

const keep = ' keep';
const remove = ' remove';

function AppChoice({ app, live, versions, choice, onChoose }: AppChoiceProps) {
  const now = useNow();
  const value = choice === null ? keep : choice.kind === 'remove' ? remove : choice.version;
  const choose = (next: string) => {
    if (next === keep) onChoose(null);
    else onChoose(next === remove ? { kind: 'remove' } : { kind: 'version', version: next });
  };
  return (
    <TextField
      select
      fullWidth
      label={app}
      value={value}
      onChange={(event) => choose(event.target.value)}
      color={choice ? 'primary' : undefined}
      focused={choice ? true : undefined}
    >
      <MenuItem value={keep}>{live ? `keep ${live}` : 'not live'}</MenuItem>
      {versions
        .filter(({ version }) => version !== live)
        .map(({ version, publishedAt, commit, isDamaged }) => (
          <MenuItem key={version} value={version} disabled={isDamaged} sx={{ whiteSpace: 'normal' }}>
            {version} ·{' '}
            {isDamaged
              ? 'damaged: publish it under a new version'
              : `published ${formatRelativeTime(publishedAt, now)}`}
            {commit && ` · commit ${shortCommit(commit)}`}
          </MenuItem>
        ))}
      {live && app !== 'shell' && <MenuItem value={remove}>remove it from the composition</MenuItem>}
    </TextField>
  );
}
