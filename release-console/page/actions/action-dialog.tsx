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
import type { Finding, Problem } from '../../api/responses';
import { problemOf } from '../api/error-response';
import { GateFindings } from '../changes/gate-findings';
import { useNotice } from '../feedback/snackbar';
import { focusHeading } from '../navigation/view-heading';

export interface ActionDialogProps {
  title: string;
  /** What will change, in words. */
  children: ReactNode;
  /** What the button does, as a verb. */
  confirm: string;
  isDangerous?: boolean;
  /** Whether a reason has to go into the log. */
  reason: 'required' | 'optional';
  /** A reason that was typed before. */
  initialReason?: string;
  /** What is said once it is done, unless `act` has more to say. */
  done: string;
  /** False while what is to be done is not chosen yet. */
  isReady?: boolean;
  /** What the button does against the gates, for those who may force it; left out, what the gates refuse ends there. */
  force?: string;
  /** Asks the server; what it rejects with is shown, and nothing typed is lost. A text that comes of it is said. */
  act: (reason: string, isForced: boolean) => Promise<unknown>;
  onClose: () => void;
}

/** Asks once before something changes for shoppers. Shown while it is mounted. */
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
  const [problem, setProblem] = useState<Problem | null>(null);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [isForced, setIsForced] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const say = useNotice();
  const titleId = useId();
  const needsReason = isForced || props.reason === 'required';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(null);
    // What is being forced stays in sight.
    if (!isForced) setFindings([]);
    try {
      const outcome = await act(reason.trim(), isForced);
      say(typeof outcome === 'string' ? outcome : done);
      onClose();
      // What opened the dialog may be gone with what it changed.
      focusHeading();
    } catch (error) {
      const refusal = problemOf(error);
      if (refusal?.findings) setFindings(refusal.findings);
      else setProblem(refusal);
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
              label={`${force}; the findings go into the log with my name`}
            />
          )}
          <TextField
            label={needsReason ? 'Reason, for the log' : 'Reason, for the log (optional)'}
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
