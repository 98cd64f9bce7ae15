import type { IncidentChange } from '@shop/releases/service-api/responses';
import { ActionDialog, type ChangeDialogProps } from '../components/action-dialog';
import { RollbackDialog } from '../history/rollback-dialog';
import { CanaryDialog } from '../live/canary-dialog';
import { LockDialog } from '../live/locks';

/** The number of the change, and what undoes it now. */
export type UndoDialogProps = ChangeDialogProps & Pick<IncidentChange, 'seq' | 'undo'>;

/** The dialog of the change that undoes another one. It says so when later changes leave nothing to undo. */
export function UndoDialog({ environment, seq, undo, onClose }: UndoDialogProps) {
  const common = { environment, onClose };
  const nothing = (
    <ActionDialog
      {...common}
      title={`Undo change ${seq}?`}
      effect={`Later changes have undone change ${seq}, or changed the same apps. It cannot be undone on its own now.`}
      confirm="Undo"
      change={undefined}
      done={`Change ${seq} is undone.`}
    />
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
