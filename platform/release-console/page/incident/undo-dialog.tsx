import type { EnvironmentView, Undo } from '@shop/releases/service-api/responses';
import { isAllowed } from '../api/console-api';
import { formatApp } from '../components/format';
import { RollbackDialog } from '../history/rollback-dialog';
import { CanaryDialog } from '../live/canary-dialog';
import { LockDialog } from '../live/locks';

/** Describes a change that undoes another one, and whether the signed-in person may make it. */
export function describeUndo(environment: EnvironmentView, undo: Undo): { text: string; isAllowed: boolean } {
  switch (undo.call) {
    case 'rollback':
      return 'to' in undo
        ? { text: `Roll back to change ${undo.to}`, isAllowed: isAllowed(environment, 'rollback', ['*']) }
        : { text: `Roll back ${undo.app}`, isAllowed: isAllowed(environment, 'rollback', [undo.app]) };
    case 'unlock':
      return { text: `Unlock ${formatApp(undo.app)}`, isAllowed: isAllowed(environment, 'lock', [undo.app]) };
    default: {
      const text = undo.call === 'halt' ? `Halt the canary of ${undo.app}` : `Resume the stages of ${undo.app}`;
      return { text, isAllowed: isAllowed(environment, undo.call === 'halt' ? 'rollback' : 'promote', [undo.app]) };
    }
  }
}

export interface UndoDialogProps {
  environment: EnvironmentView;
  undo: Undo;
  onClose: () => void;
}

/** The dialog of the change that undoes another one. Nothing is shown for a canary that has ended. */
export function UndoDialog({ environment, undo, onClose }: UndoDialogProps) {
  const common = { environment, onClose };
  switch (undo.call) {
    case 'rollback':
      return 'to' in undo ? <RollbackDialog {...common} to={undo.to} /> : <RollbackDialog {...common} app={undo.app} />;
    case 'unlock':
      return <LockDialog {...common} app={undo.app} />;
    default: {
      const canary = environment.canaries.find(({ id }) => id === undo.canary);
      return canary ? <CanaryDialog {...common} canary={canary} step={undo.call} /> : null;
    }
  }
}
