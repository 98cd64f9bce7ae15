import { Button, type ButtonProps } from '@mui/material';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { hasEarlier, isAllowed } from '../api/console-api';
import { RollbackDialog, type RollbackDialogProps } from './rollback-dialog';

export interface RollbackButtonProps
  extends Pick<RollbackDialogProps, 'environment' | 'app'>,
    Pick<ButtonProps, 'children' | 'size' | 'sx' | 'variant' | 'aria-label'> {
  /** Whether a rollback makes sense here. Default: wherever there is an earlier version. An open dialog stays. */
  isOffered?: boolean;
  /** Opens the dialog in a parent: a button of a list can disappear while the dialog is open. Default: the button has it. */
  onOpen?: () => void;
}

/** Opens the dialog of a rollback. There is no button without an earlier version, or for a person who may not roll back. */
export function RollbackButton({ environment, app, isOffered = true, onOpen, ...button }: RollbackButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const hasTarget = app === undefined ? environment.hasEarlier : hasEarlier(environment, app);
  return (
    <>
      {isOffered && hasTarget && isAllowed(environment, 'rollback', [app ?? '*']) && (
        <Button {...button} startIcon={<Undo2 size={18} aria-hidden />} onClick={onOpen ?? (() => setIsOpen(true))} />
      )}
      {isOpen && (
        <RollbackDialog environment={environment} {...(app ? { app } : {})} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
