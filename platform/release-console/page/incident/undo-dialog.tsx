import { Typography } from '@mui/material';
import type { EnvironmentView, IncidentChange } from '@shop/releases/service-api/responses';
import { ActionDialog } from '../components/action-dialog';
import { RollbackDialog } from '../history/rollback-dialog';
import { CanaryDialog } from '../live/canary-dialog';
import { LockDialog } from '../live/locks';

/** The number of the change, and what undoes it now. */
export interface UndoDialogProps extends Pick<IncidentChange, 'seq' | 'undo'> {
  environment: EnvironmentView;
  onClose: () => void;
}

/** The dialog of the change that undoes another one. It says so when later changes leave nothing to undo. */
export function UndoDialog({ environment, seq, undo, onClose }: UndoDialogProps) {
  const common = { environment, onClose };
  const nothing = (
    <ActionDialog
      {...common}
      title={`Undo change ${seq}?`}
      confirm="Undo"
      change={undefined}
      done={`Change ${seq} is undone.`}
    >
      <Typography>
        Later changes have undone change {seq}, or changed the same apps. It cannot be undone on its own now.
      </Typography>
    </ActionDialog>
  );
  if (!undo) return nothing;
  const { call, app = '*', to, canary: id } = undo;
  switch (call) {
    case 'rollback':
      return <RollbackDialog {...common} {...(to === undefined ? { app } : { to })} />;
    case 'unlock':
      return <LockDialog {...common} kind={call} app={app} />;
    default: {
      const canary = environment.canaries.find((running) => running.id === id);
      return canary ? <CanaryDialog {...common} canary={canary} step={call} /> : nothing;
    }
  }
}
