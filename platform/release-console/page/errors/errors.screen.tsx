import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { defaultErrorPeriod, type ErrorPeriod, errorPeriods } from '../../api/error-periods';
import type { EnvironmentView } from '../../api/responses';
import { LoadFailure } from '../feedback/load-failure';
import { AppFilter } from '../filters/app-filter';
import { formatHash, type HashRoute } from '../navigation/hash-route';
import { ViewHeading } from '../navigation/view-heading';
import { ErrorGroups } from './error-groups';
import { useErrors } from './use-errors';

export interface ErrorsScreenProps {
  environment: EnvironmentView;
  /** `app`, `period`, and `group`: the id of the open group. */
  params: NonNullable<HashRoute['params']>;
}

const labels: Record<ErrorPeriod, string> = { '1h': '1 hour', '1d': '1 day', '7d': '7 days', '30d': '30 days' };

/** Errors that pages reported, by app and period. Each opens with its stack in the sources. */
export function ErrorsScreen({ environment, params }: ErrorsScreenProps) {
  const { name: env } = environment;
  const { app = '', period = defaultErrorPeriod, group = '' } = params;
  const state = useErrors(env, app, period);
  const open = (changes: Record<string, string>) =>
    location.assign(formatHash({ env, view: 'errors', params: { ...params, ...changes } }));
  return (
    <>
      <div>
        <ViewHeading>Errors in {env}</ViewHeading>
        <Typography color="textSecondary" sx={{ mt: 0.5 }}>
          Errors with a report in the period, most frequent first. Numbers of pages and first reports cover whole UTC
          days.
        </Typography>
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <AppFilter environment={environment} app={app} onChange={(next) => open({ app: next, group: '' })} />
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Period"
          value={period}
          onChange={(_, next: ErrorPeriod | null) => next && open({ period: next, group: '' })}
        >
          {(Object.keys(errorPeriods) as ErrorPeriod[]).map((value) => (
            <ToggleButton
              key={value}
              value={value}
              sx={{ px: 1.5, minHeight: 40, textTransform: 'none', color: 'text.primary' }}
            >
              {labels[value]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      {state.kind === 'loading' && (
        <Skeleton variant="rounded" height={240} role="status" aria-label="Loading errors" />
      )}
      {state.kind === 'failed' && <LoadFailure problem={state.problem} onRetry={state.retry} />}
      {state.kind === 'ready' && (
        <ErrorGroups
          environment={environment}
          list={state.list}
          app={app}
          openGroup={group}
          onOpen={(id) => open({ group: id })}
        />
      )}
    </>
  );
}
