import {
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  TextField,
} from '@mui/material';
import type { EnvironmentView, Finding } from '@shop/releases/service-api/responses';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { getErrorResponse } from '../api/console-api';
import { GateFindings } from './change-list';
import { focusHeading } from './layout';
import { Problem } from './query-result';
import { useSnackbar } from './snackbar';

/** Fields of every request that changes an environment. */
export interface ChangeFields {
  env: string;
  /** Number of the newest change when the dialog opened: the server rejects the request after a newer one. */
  seq: number;
  reason: string;
}

export interface ActionDialogProps {
  environment: EnvironmentView;
  title: string;
  /** Description of the change. */
  children: ReactNode;
  /** Label of the button, a verb. */
  confirm: string;
  isDangerous?: boolean;
  /** Whether the audit log needs no reason. Default: false. */
  isReasonOptional?: boolean;
  /** Initial text of the reason. */
  initialReason?: string;
  /** False while the form is incomplete. */
  isReady?: boolean;
  /** Label of the button that overrides the gates. Default: the person cannot override them. */
  force?: string | undefined;
  /** Sends the request, and returns the success message. The dialog shows its error and keeps the typed text. */
  act: (fields: ChangeFields, isForced: boolean) => Promise<string>;
  onClose: () => void;
}

/** Confirmation dialog of a change. It is open while it is mounted. */
export function ActionDialog(props: ActionDialogProps) {
  const { environment, title, children, confirm, isDangerous = false, isReady = true, force, act, onClose } = props;
  const [seq] = useState(environment.seq);
  const [reason, setReason] = useState(props.initialReason ?? '');
  const [problem, setProblem] = useState<unknown>(null);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [isForced, setIsForced] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const showMessage = useSnackbar();
  const titleId = useId();
  const needsReason = isForced || !props.isReasonOptional;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(null);
    // The overridden findings stay visible.
    if (!isForced) setFindings([]);
    try {
      showMessage(await act({ env: environment.name, seq, reason: reason.trim() }, isForced));
      onClose();
      // The button that opened the dialog may have been removed by the change.
      focusHeading();
    } catch (error) {
      const response = getErrorResponse(error);
      if (response.findings) setFindings(response.findings);
      else setProblem(error);
      setIsBusy(false);
    }
  };

  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>{children}</Box>
          {findings.length > 0 && <GateFindings findings={findings} />}
          {findings.length > 0 && force && (
            <FormControlLabel
              control={<Checkbox checked={isForced} onChange={(event) => setIsForced(event.target.checked)} />}
              label={`${force}; the audit log records the findings and my name`}
            />
          )}
          <TextField
            label={needsReason ? 'Reason for the audit log' : 'Reason for the audit log (optional)'}
            required={needsReason}
            autoFocus
            fullWidth
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          <Problem error={problem} />
        </DialogContent>
        <DialogActions sx={{ p: 2 }}>
          <Button onClick={onClose} disabled={isBusy}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={isDangerous || isForced ? 'error' : 'primary'}
            loading={isBusy}
            disabled={!isReady || (needsReason && reason.trim() === '')}
          >
            {isForced ? force : confirm}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
