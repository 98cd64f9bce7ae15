import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { EnvironmentView } from '../../api/responses';
import { VersionTable } from '../canary-metrics/version-table';
import { LoadFailure } from '../feedback/load-failure';
import { AppFilter } from '../filters/app-filter';
import { formatHash, type HashRoute } from '../navigation/hash-route';
import { ViewHeading } from '../navigation/view-heading';
import { FiguresByDay } from './figures-by-day';
import { useFigures } from './use-figures';

export interface FiguresScreenProps {
  environment: EnvironmentView;
  /** `app`. */
  params: NonNullable<HashRoute['params']>;
}

/** Figures of the last 30 days: a table by app and version, and charts by day of one app. */
export function FiguresScreen({ environment, params }: FiguresScreenProps) {
  const { name: env } = environment;
  const { app = '' } = params;
  const state = useFigures(env, app);
  // The shell is in every page, so its figures are those of the whole shop.
  const charted = app || (state.kind === 'ready' && state.versions[0]?.app) || '';
  return (
    <>
      <div>
        <ViewHeading>Figures of {env}</ViewHeading>
        <Typography color="textSecondary" sx={{ mt: 0.5 }}>
          {app
            ? `${app} in the last 30 days.`
            : 'The last 30 days. The charts are those of the shell, which is in every page: choose an app for its own.'}
        </Typography>
      </div>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <AppFilter
          environment={environment}
          app={app}
          onChange={(next) => location.assign(formatHash({ env, view: 'figures', params: { app: next } }))}
        />
        <Button variant="outlined" href={formatHash({ env, view: 'errors', params: { app, period: '30d' } })}>
          Errors{app && ` of ${app}`}
        </Button>
      </Box>
      {state.kind === 'loading' && (
        <Skeleton variant="rounded" height={320} role="status" aria-label="Loading figures" />
      )}
      {state.kind === 'failed' && <LoadFailure problem={state.problem} onRetry={state.retry} />}
      {state.kind === 'empty' && (
        <Typography>{app ? `${app} was not live in the last 30 days.` : 'There are no figures yet.'}</Typography>
      )}
      {state.kind === 'ready' && (
        <>
          <VersionTable versions={state.versions} />
          <FiguresByDay app={charted} versions={state.versions} />
        </>
      )}
    </>
  );
}
