import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { ErrorResponse, Finding } from '../../api/responses';
import { getErrorResponse } from '../api/error-response';
import { GateFindings } from '../changes/gate-findings';
import { useSnackbar } from '../feedback/snackbar';
import { focusHeading } from '../navigation/view-heading';

export interface ActionDialogProps {
  title: string;
  /** Description of the change. */
  children: ReactNode;
  /** Label of the button, a verb. */
  confirm: string;
  isDangerous?: boolean;
  /** Whether the audit log needs a reason. */
  reason: 'required' | 'optional';
  /** Initial text of the reason. */
  initialReason?: string;
  /** Message after success, unless `act` returns another. */
  done: string;
  /** False while the form is incomplete. */
  isReady?: boolean;
  /** Label of the button that overrides the gates. Default: the person cannot override them. */
  force?: string;
  /** Sends the request. The dialog shows its error and keeps the typed text. A returned text is the success message. */
  act: (reason: string, isForced: boolean) => Promise<unknown>;
  onClose: () => void;
}

/** Confirmation dialog of a change. It is open while it is mounted. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    title,
    children,
    confirm,
    isDangerous = false,
    isReady = true,
    initialReason = '',
    done,
    force,
    act,
    onClose,
  } = props;
  const [reason, setReason] = useState(initialReason);
  const [problem, setProblem] = useState<ErrorResponse | null>(null);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [isForced, setIsForced] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const showMessage = useSnackbar();
  const titleId = useId();
  const needsReason = isForced || props.reason === 'required';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(null);
    // The overridden findings stay visible.
    if (!isForced) setFindings([]);
    try {
      const outcome = await act(reason.trim(), isForced);
      showMessage(typeof outcome === 'string' ? outcome : done);
      onClose();
      // The button that opened the dialog may have been removed by the change.
      focusHeading();
    } catch (error) {
      const response = getErrorResponse(error);
      if (response?.findings) setFindings(response.findings);
      else setProblem(response);
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
          {problem && <Alert severity="error">{problem.error}</Alert>}
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
