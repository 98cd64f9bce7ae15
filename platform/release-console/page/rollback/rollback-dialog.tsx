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
import { actionLabels, formatDateTime } from '../format/format';
import { useRollbackTargets } from './use-rollback-targets';

export interface RollbackDialogProps {
  environment: EnvironmentView;
  /** Rolls back this app only. Default: the whole composition. */
  app?: string;
  /** Number of the change to roll back to. Default: the newest different one. */
  to?: number;
  onClose: () => void;
}

/** Rolls back to the composition after an earlier change. It shows the app changes first. */
export function RollbackDialog({ environment, app, to, onClose }: RollbackDialogProps) {
  const { name: env, canaries } = environment;
  // The state when the dialog opened: the server rejects the rollback after a newer change.
  const [seq] = useState(environment.seq);
  const { targets, isLoading, problem, loadMore } = useRollbackTargets(environment, app);
  const [chosen, setChosen] = useState(to);
  const [rollback] = useRollbackMutation();
  const target = targets.find(({ seq: candidate }) => candidate === chosen) ?? targets[0];
  const what = app ?? env;
  const act = async (reason: string) => {
    if (!target) throw new Error('The history has no earlier version.');
    await rollback({ env, seq, to: target.seq, reason, ...(app ? { app } : {}) }).unwrap();
  };
  return (
    <ActionDialog
      title={`Roll back ${what}?`}
      confirm="Roll back"
      isDangerous
      reason="required"
      done={`${what} is rolled back to change ${target?.seq ?? ''}.`}
      act={act}
      isReady={target !== undefined}
      onClose={onClose}
    >
      {isLoading && <CircularProgress size={24} aria-label="Loading the history" />}
      {problem && <Alert severity="error">{problem}</Alert>}
      {!isLoading && !problem && !target && (
        <Typography>The history has no earlier version to roll back to.</Typography>
      )}
      {target && (
        <>
          <TextField
            select
            label="Roll back to"
            value={target.seq}
            onChange={(event) => setChosen(Number(event.target.value))}
          >
            {targets.map(({ seq: number, at, action, by }) => (
              <MenuItem key={number} value={number} sx={{ whiteSpace: 'normal' }}>
                change {number}, {formatDateTime(at)}: {actionLabels[action].toLowerCase()} by {by}
              </MenuItem>
            ))}
          </TextField>
          {loadMore && (
            <Box>
              <Button size="small" onClick={loadMore}>
                Load older changes
              </Button>
            </Box>
          )}
          <div>
            <Typography variant="h3" sx={{ mb: 1 }}>
              Changes for every visitor
            </Typography>
            <ChangeList changes={target.changes} label="Changes for every visitor" />
          </div>
        </>
      )}
      {canaries.length > 0 && (
        <Alert severity="warning">
          Canaries of these apps end too. The others go on with the restored versions, or end when they do not fit.
        </Alert>
      )}
    </ActionDialog>
  );
}
