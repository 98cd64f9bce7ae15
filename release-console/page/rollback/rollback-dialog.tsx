import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { EnvironmentView } from '../../api/responses';
import { ActionDialog } from '../actions/action-dialog';
import { useRollbackMutation } from '../api/console-api';
import { ChangeList } from '../changes/change-list';
import { deedOf, momentOf } from '../format/format';
import { useRollbackTargets } from './use-rollback-targets';

export interface RollbackDialogProps {
  environment: EnvironmentView;
  /** Takes back this app alone; left out, the whole composition. */
  app?: string;
  /** The change to go back to, when it was chosen already. */
  to?: number;
  onClose: () => void;
}

/** Goes back to what was live after an earlier change; what that would change shows first. */
export function RollbackDialog({ environment, app, to, onClose }: RollbackDialogProps) {
  const { name: env, canary } = environment;
  // What was seen when the dialog opened: the server refuses to act on anything newer.
  const [seq] = useState(environment.seq);
  const { targets, isLoading, problem, loadMore } = useRollbackTargets(environment, app);
  const [chosen, setChosen] = useState(to);
  const [rollback] = useRollbackMutation();
  const target = targets.find((one) => one.seq === chosen) ?? targets[0];
  const what = app ?? env;
  const act = async (reason: string) => {
    if (!target) throw new Error('there is nothing to go back to');
    await rollback({ env, seq, to: target.seq, reason, ...(app ? { app } : {}) }).unwrap();
  };
  return (
    <ActionDialog
      title={`Roll back ${what}?`}
      confirm="Roll back"
      isDangerous
      reason="required"
      done={`${what} is back at what was live after change ${target?.seq ?? ''}.`}
      act={act}
      isReady={target !== undefined}
      onClose={onClose}
    >
      {isLoading && <CircularProgress size={24} aria-label="Reading the history" />}
      {problem && <Alert severity="error">{problem}</Alert>}
      {!isLoading && !problem && !target && (
        <Typography>There is no earlier version in the history: there is nothing to go back to.</Typography>
      )}
      {target && (
        <>
          <TextField
            select
            label="Back to what was live after"
            value={target.seq}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {targets.map((one) => (
              <MenuItem key={one.seq} value={one.seq} sx={{ whiteSpace: 'normal' }}>
                change {one.seq}, {momentOf(one.at)}: {deedOf[one.action].toLowerCase()} by {one.by}
              </MenuItem>
            ))}
          </TextField>
          {loadMore && (
            <Box>
              <Button size="small" onClick={loadMore}>
                Look further back
              </Button>
            </Box>
          )}
          <div>
            <Typography variant="h3" sx={{ mb: 1 }}>
              What changes for everybody
            </Typography>
            <ChangeList changes={target.changes} label="What changes for everybody" />
          </div>
        </>
      )}
      {canary && <Alert severity="warning">The running canary ends with it.</Alert>}
    </ActionDialog>
  );
}
