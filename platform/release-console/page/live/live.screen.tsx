import { Alert, Box, Button } from '@mui/material';
import { formatCanaryVersions } from '@shop/releases/state/composition-diff';
import { useState } from 'react';
import { consoleApi, isAllowed } from '../api/console-api';
import { formatHash } from '../components/hash-route';
import { type EnvironmentScreenProps, row, ViewHeading } from '../components/layout';
import { RelativeTime } from '../components/relative-time';
import { RollbackButton } from '../history/rollback-dialog';
import { MetricsPanel } from '../metrics/metrics-panel';
import { VersionTable } from '../metrics/version-table';
import { CanaryPanel } from './canary-panel';
import { LiveTable } from './live-table';
import { LockDialog, Obstacles } from './locks';
import { PlainChangeButtons } from './plain-change';
import { VerifyButton } from './verify-button';

/** Live versions, canaries, locks and metrics of an environment. */
export function LiveScreen({ environment, all, person }: EnvironmentScreenProps) {
  const [isLocking, setIsLocking] = useState(false);
  const { name, apps, seq, locks, metrics, canaries } = environment;
  // The server caches the metrics by version for a minute too.
  const { currentData: versions = [] } = consoleApi.useMetricsQuery(
    { env: name },
    { pollingInterval: 60_000, skipPollingIfUnfocused: true },
  );
  return (
    <>
      <ViewHeading
        note={`${apps.length} apps, after change ${seq}`}
        actions={
          <Box sx={{ ...row, gap: 1 }}>
            <VerifyButton env={name} />
            <PlainChangeButtons environment={environment} />
            {isAllowed(environment, 'lock', ['*']) && !locks['*'] && (
              <Button variant="outlined" onClick={() => setIsLocking(true)}>
                Lock all apps…
              </Button>
            )}
            <RollbackButton environment={environment} variant="outlined">
              Roll back…
            </RollbackButton>
            <Button variant="contained" href={formatHash({ env: name, view: 'promote' })}>
              Promote…
            </Button>
          </Box>
        }
      >
        Live in {name}
      </ViewHeading>
      <Obstacles environment={environment} />
      <HaltNotices environment={environment} person={person} />
      {canaries.map((canary) => (
        <CanaryPanel key={canary.id} environment={environment} canary={canary} />
      ))}
      <LiveTable current={environment} all={all} />
      {metrics && <MetricsPanel metrics={metrics} />}
      <VersionTable
        environment={environment}
        versions={versions}
        actions={
          <Button size="small" href={formatHash({ env: name, view: 'metrics' })} sx={{ ml: -2 }}>
            Metrics by day
          </Button>
        }
      />
      {isLocking && <LockDialog environment={environment} kind="lock" app="*" onClose={() => setIsLocking(false)} />}
    </>
  );
}

/** Messages to the owners of canaries that somebody else ended. Those to the signed-in person stand out. */
function HaltNotices({ environment: { notices }, person }: Pick<EnvironmentScreenProps, 'environment' | 'person'>) {
  if (notices.length === 0) return null;
  return (
    <Box component="section" aria-label="Ended canaries" sx={{ display: 'grid', gap: 1 }}>
      {notices.map((notice) => {
        const { apps, owner, reason, seq, at, by } = notice;
        return (
          <Alert key={`${seq} ${apps.join()}`} severity={owner === person ? 'warning' : 'info'} variant="outlined">
            <strong>
              {owner === person ? 'Your canary' : `The canary${owner && ` of ${owner}`}`} of{' '}
              {formatCanaryVersions(notice)}
            </strong>{' '}
            ended with change {seq} by {by}, <RelativeTime at={at} />: {reason}
          </Alert>
        );
      })}
    </Box>
  );
}
