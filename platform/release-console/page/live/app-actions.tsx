import { IconButton, Menu, MenuItem } from '@mui/material';
import type { EnvironmentView } from '@shop/releases/service-api/responses';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { hasEarlier, isAllowed } from '../api/console-api';
import { RollbackDialog } from '../history/rollback-dialog';
import { LockDialog } from './locks';

export interface AppActionsProps {
  environment: EnvironmentView;
  app: string;
}

/** Menu of actions for one app. It is hidden when the person may perform none. */
export function AppActions({ environment, app }: AppActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<'rollback' | 'lock' | 'unlock' | null>(null);
  const choose = (next: 'rollback' | 'lock' | 'unlock') => () => {
    setAnchor(null);
    setDialog(next);
  };
  const mayRollBack = isAllowed(environment, 'rollback', [app]) && hasEarlier(environment, app);
  const mayLock = isAllowed(environment, 'lock', [app]);
  const isLocked = environment.locks[app] !== undefined;
  if (!mayRollBack && !mayLock) return null;
  return (
    <>
      <IconButton
        aria-label={`Actions for ${app}`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <EllipsisVertical size={20} aria-hidden />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {mayRollBack && <MenuItem onClick={choose('rollback')}>Roll back {app}…</MenuItem>}
        {mayLock && (
          <MenuItem onClick={choose(isLocked ? 'unlock' : 'lock')}>
            {isLocked ? 'Unlock' : 'Lock'} {app}…
          </MenuItem>
        )}
      </Menu>
      {dialog === 'rollback' && <RollbackDialog environment={environment} app={app} onClose={() => setDialog(null)} />}
      {(dialog === 'lock' || dialog === 'unlock') && (
        <LockDialog environment={environment} kind={dialog} app={app} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
