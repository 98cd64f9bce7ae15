import type { EnvironmentView, Undo } from '@shop/releases/service-api/responses';
import { RollbackDialog } from '../history/rollback-dialog';
import { CanaryDialog } from '../live/canary-dialog';
import { LockDialog } from '../live/locks';

export interface UndoDialogProps {
  environment: EnvironmentView;
  undo: Undo;
  onClose: () => void;
}

/** The dialog of the change that undoes another one. Nothing is shown for a canary that has ended. */
export function UndoDialog({ environment, undo: { call, app = '*', to, canary: id }, onClose }: UndoDialogProps) {
  const common = { environment, onClose };
  switch (call) {
    case 'rollback':
      return <RollbackDialog {...common} {...(to === undefined ? { app } : { to })} />;
    case 'unlock':
      return <LockDialog {...common} app={app} />;
    default: {
      const canary = environment.canaries.find((running) => running.id === id);
      return canary ? <CanaryDialog {...common} canary={canary} step={call} /> : null;
    }
  }
}
