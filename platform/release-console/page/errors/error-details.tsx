import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { EnvironmentView, ErrorGroup } from '../../api/responses';
import { isAllowed } from '../actions/permission';
import { formatDateTime } from '../format/format';
import { formatHash } from '../navigation/hash-route';
import { RollbackDialog } from '../rollback/rollback-dialog';
import { ErrorStack } from './error-stack';
import { VersionShares } from './version-shares';

export interface ErrorDetailsProps {
  environment: EnvironmentView;
  group: ErrorGroup;
}

const formatMs = (at: number) => formatDateTime(new Date(at).toISOString());

/** An error with its stack, its share by version, and the ways to the figures and the rollback of its app. */
export function ErrorDetails({ environment, group }: ErrorDetailsProps) {
  const { app, versions, stack, firstAt, lastAt } = group;
  const [isRollingBack, setIsRollingBack] = useState(false);
  const isLive = environment.apps.some((live) => live.app === app);
  const mayRollBack = isLive && isAllowed(environment, 'rollback', [app]) && environment.seq > 1;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <Typography variant="body2" color="textSecondary">
        First report {formatMs(firstAt)}, last report {formatMs(lastAt)}
      </Typography>
      <ErrorStack stack={stack} version={versions[0]?.version ?? ''} />
      <VersionShares versions={versions} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" href={formatHash({ env: environment.name, view: 'figures', params: { app } })}>
          Figures of {app}
        </Button>
        {mayRollBack && (
          <Button variant="outlined" startIcon={<Undo2 size={18} aria-hidden />} onClick={() => setIsRollingBack(true)}>
            Roll back {app}…
          </Button>
        )}
      </Box>
      {isRollingBack && <RollbackDialog environment={environment} app={app} onClose={() => setIsRollingBack(false)} />}
    </Box>
  );
}
