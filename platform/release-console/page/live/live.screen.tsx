import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { EnvironmentView } from '../../api/responses';
import { isAllowed } from '../actions/permission';
import { useSessionQuery } from '../api/console-api';
import { MetricsPanel } from '../canary-metrics/metrics-panel';
import { VersionTable } from '../canary-metrics/version-table';
import { formatHash } from '../navigation/hash-route';
import { ViewHeading } from '../navigation/view-heading';
import { RollbackDialog } from '../rollback/rollback-dialog';
import { CanaryPanel } from './canary-panel';
import { HaltNotices } from './halt-notices';
import { LiveTable } from './live-table';
import { LockDialog } from './lock-dialog';
import { LockList } from './lock-list';
import { VerifyButton } from './verify-button';

export interface LiveScreenProps {
  environment: EnvironmentView;
  /** All environments, for the table of live versions. */
  all: readonly EnvironmentView[];
}

/** Live versions, canaries, locks and metrics of an environment. */
export function LiveScreen({ environment, all }: LiveScreenProps) {
  const [dialog, setDialog] = useState<'rollback' | 'lock' | null>(null);
  const { name, apps, seq, locks, metrics, versions, canaries, notices } = environment;
  const { data: session } = useSessionQuery();
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'end' }}>
        <Box sx={{ mr: 'auto' }}>
          <ViewHeading>Live in {name}</ViewHeading>
          <Typography color="textSecondary" sx={{ mt: 0.5 }}>
            {apps.length} apps, after change {seq}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <VerifyButton env={name} />
          {isAllowed(environment, 'lock', ['*']) && !locks['*'] && (
            <Button variant="outlined" onClick={() => setDialog('lock')}>
              Lock all apps…
            </Button>
          )}
          {isAllowed(environment, 'rollback', ['*']) && seq > 1 && (
            <Button
              variant="outlined"
              startIcon={<Undo2 size={18} aria-hidden />}
              onClick={() => setDialog('rollback')}
            >
              Roll back…
            </Button>
          )}
          <Button variant="contained" href={formatHash({ env: name, view: 'promote' })}>
            Promote…
          </Button>
        </Box>
      </Box>
      <LockList environment={environment} />
      <HaltNotices notices={notices} person={session?.person ?? ''} />
      {canaries.map((canary) => (
        <CanaryPanel key={canary.id} environment={environment} canary={canary} />
      ))}
      <LiveTable current={environment} all={all} />
      {metrics && <MetricsPanel metrics={metrics} />}
      <VersionTable versions={versions}>
        <Button size="small" href={formatHash({ env: name, view: 'figures' })} sx={{ ml: -2 }}>
          Figures by day
        </Button>
      </VersionTable>
      {dialog === 'rollback' && <RollbackDialog environment={environment} onClose={() => setDialog(null)} />}
      {dialog === 'lock' && <LockDialog environment={environment} app="*" onClose={() => setDialog(null)} />}
    </>
  );
}
