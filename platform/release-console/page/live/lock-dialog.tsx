import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { EnvironmentView } from '../../api/responses';
import { ActionDialog } from '../actions/action-dialog';
import { useLockMutation, useUnlockMutation } from '../api/console-api';
import { formatApp } from '../format/format';

export interface LockDialogProps {
  environment: EnvironmentView;
  /** `*` for the environment as a whole. */
  app: string;
  onClose: () => void;
}

/** Locks or unlocks an app or the whole environment. */
export function LockDialog({ environment, app, onClose }: LockDialogProps) {
  const { name: env, locks } = environment;
  const [seq] = useState(environment.seq);
  const [lock] = useLockMutation();
  const [unlock] = useUnlockMutation();
  const isLocked = locks[app] !== undefined;
  const what = app === '*' ? env : `${app} in ${env}`;
  return (
    <ActionDialog
      title={`${isLocked ? 'Unlock' : 'Lock'} ${formatApp(app)}?`}
      confirm={isLocked ? 'Unlock' : 'Lock'}
      reason="required"
      done={isLocked ? `${what} can change again.` : `${what} is locked.`}
      act={(reason) => (isLocked ? unlock : lock)({ env, seq, app, reason }).unwrap()}
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
