import { Alert, Box, Button, Typography } from '@mui/material';
import { type Change, formatChange } from '@shop/releases/change-model/changes';
import { formatApp } from '@shop/releases/change-model/words';
import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { isAllowed } from '../api/console-api';
import { ActionDialog } from '../components/action-dialog';
import { RelativeTime } from '../components/relative-time';

export interface LockDialogProps {
  environment: EnvironmentView;
  /** `*` for the environment as a whole. */
  app: string;
  onClose: () => void;
}

/** Locks or unlocks an app or the whole environment. */
export function LockDialog({ environment, app, onClose }: LockDialogProps) {
  const { name: env, locks } = environment;
  const isLocked = locks[app] !== undefined;
  const change: Change = { kind: isLocked ? 'unlock' : 'lock', env, reason: '', app };
  const what = app === '*' ? env : `${app} in ${env}`;
  return (
    <ActionDialog
      environment={environment}
      title={`${formatChange(change, [app])}?`}
      confirm={isLocked ? 'Unlock' : 'Lock'}
      change={change}
      done={isLocked ? `${what} can change again.` : `${what} is locked.`}
      onClose={onClose}
    >
      <Typography>
        {isLocked
          ? `${what} can be promoted and rolled back again.`
          : `${what} cannot be promoted or rolled back until it is unlocked. A running canary continues, and can be halted.`}
      </Typography>
    </ActionDialog>
  );
}

/** The locks with their authors and reasons. */
export function LockList({ environment }: { environment: EnvironmentView }) {
  const [unlocking, setUnlocking] = useState<string | null>(null);
  const locks = Object.entries(environment.locks);
  if (locks.length === 0) return null;
  return (
    <Box component="section" aria-label="Locks" sx={{ display: 'grid', gap: 1 }}>
      {locks.map(([app, { by, at, reason }]) => (
        <Alert
          key={app}
          severity="info"
          icon={<Lock size={20} aria-hidden />}
          action={
            isAllowed(environment, 'lock', [app]) && (
              <Button color="inherit" size="small" onClick={() => setUnlocking(app)}>
                Unlock {formatApp(app)}…
              </Button>
            )
          }
          sx={{
            flexWrap: { xs: 'wrap', md: 'nowrap' },
            '& .MuiAlert-message': { flex: '1 1 14rem' },
            bgcolor: 'background.sunken',
            color: 'text.primary',
            '& .MuiAlert-icon': { color: 'text.secondary' },
          }}
        >
          <strong>{app === '*' ? 'All apps' : app}</strong> {app === '*' ? 'are' : 'is'} locked by {by},{' '}
          <RelativeTime at={at} />: {reason}
        </Alert>
      ))}
      {unlocking && <LockDialog environment={environment} app={unlocking} onClose={() => setUnlocking(null)} />}
    </Box>
  );
}
