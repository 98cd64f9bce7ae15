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
  Typography,
} from '@mui/material';
import { type Change, getReasonRule, kinds, setForced } from '@shop/releases/change-model/changes';
import type { EnvironmentView, Finding } from '@shop/releases/service-api/responses';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { consoleApi, getErrorResponse } from '../api/console-api';
import { GateFindings } from './change-list';
import { ChangeTime, parseChangeTime } from './change-time';
import { formatDateTime, formatOutcome } from './format';
import { formatHash, type View } from './hash-route';
import { focusHeading } from './layout';
import { Problem } from './query-result';
import { ReviewWarning } from './review-warning';
import { useSnackbar } from './snackbar';

/** Properties of the dialog of a kind of change. */
export interface ChangeDialogProps {
  environment: EnvironmentView;
  onClose: () => void;
}

export interface ActionDialogProps {
  environment: Pick<EnvironmentView, 'name' | 'seq'>;
  title: string;
  /** What the change does. */
  effect?: string;
  /** Fields and details of the change. */
  children?: ReactNode;
  /** Label of the button, a verb. */
  confirm: string;
  isDangerous?: boolean;
  /** Label of the button that overrides the gates. Default: the person cannot override them. */
  force?: string | undefined;
  /** Findings of the gates that are known already: the change is made only with an override. */
  knownFindings?: readonly Finding[];
  /** The change, whose reason the dialog asks for. Undefined while there is nothing to change. */
  change: Change | undefined;
  /** Message of a success. */
  done: string;
  /** View that opens after the change. Default: the current one. */
  nextView?: View;
  /** The reason, where it outlives the dialog. Default: the dialog holds it. */
  keptReason?: { value: string; onChange: (reason: string) => void };
  /** Called when the change is made or scheduled. */
  onDone?: () => void;
  onClose: () => void;
}

/** Confirmation dialog of a change, which is made now or at a time. It is open while it is mounted. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, effect, children, confirm, isDangerous, force, knownFindings = [], change, onClose } = props;
  const { name: env } = props.environment;
  // The number of the newest change that the person has reviewed. The server compares it, but not for a schedule.
  const [seq, setSeq] = useState(props.environment.seq);
  const [ownReason, setOwnReason] = useState('');
  const { value: reason, onChange: setReason } = props.keptReason ?? { value: ownReason, onChange: setOwnReason };
  const [problem, setProblem] = useState<unknown>(null);
  const [findings, setFindings] = useState(knownFindings);
  const [isForced, setIsForced] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [time, setTime] = useState<string | null>(null);
  const [changeEnvironment] = consoleApi.useChangeEnvironmentMutation();
  const [addSchedule] = consoleApi.useScheduleMutation();
  const showMessage = useSnackbar();
  const titleId = useId();
  const needsReason = !change || getReasonRule(setForced(change, isForced)) !== 'optional';
  // A new environment has no schedules.
  const isSchedulable = seq > 0 && (!change || kinds[change.kind].waitsForTime);
  const isOutdated = props.environment.seq !== seq && (problem !== null || time !== null);
  const isReady =
    change !== undefined &&
    !isOutdated &&
    (isForced || knownFindings.length === 0) &&
    (!needsReason || reason.trim() !== '') &&
    (time === null || parseChangeTime(time) !== undefined);

  /** Makes the change, or schedules it. @returns The success message, and the view to open. */
  const send = async (asked: Change): Promise<[message: string, view: View | undefined]> => {
    const made = { ...setForced(asked, isForced), reason: reason.trim() };
    const at = time === null ? undefined : parseChangeTime(time);
    if (at) {
      await addSchedule({ change: made, at: at.toISOString() }).unwrap();
      return [`The change is scheduled for ${formatDateTime(at.getTime())}.`, 'waiting'];
    }
    const result = await changeEnvironment({ change: made, seq }).unwrap();
    return [formatOutcome(result, props.done), props.nextView];
  };

  const confirmReview = () => {
    setSeq(props.environment.seq);
    setProblem(null);
    // The findings were those of the earlier state.
    setIsForced(false);
    setFindings(knownFindings);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!change) return;
    setIsBusy(true);
    setProblem(null);
    // The overridden findings stay visible.
    if (!isForced) setFindings(knownFindings);
    try {
      const [message, view] = await send(change);
      showMessage(message);
      if (view) location.assign(formatHash({ env, view }));
      props.onDone?.();
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

  /** Closes the dialog, but not when a click outside would lose a typed reason. */
  const close = (_event: unknown, cause: 'backdropClick' | 'escapeKeyDown') => {
    if (!isBusy && (cause === 'escapeKeyDown' || reason === '')) onClose();
  };

  return (
    <Dialog open onClose={close} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form onSubmit={(event) => void submit(event)}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
          <Description effect={effect}>{children}</Description>
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
          {isSchedulable && <ChangeTime time={time} onChange={setTime} />}
          <Problem error={problem} />
          {isOutdated && <NewerChange environment={props.environment} onReviewed={confirmReview} />}
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
            disabled={!isReady}
          >
            {time === null ? (isForced ? force : confirm) : 'Schedule'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Description({ effect, children }: Pick<ActionDialogProps, 'effect' | 'children'>) {
  return (
    <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
      {effect && <Typography>{effect}</Typography>}
      {children}
    </Box>
  );
}

/** Says that the dialog now shows a newer state than the one that the person has reviewed. */
function NewerChange({ environment, onReviewed }: Pick<ActionDialogProps, 'environment'> & { onReviewed: () => void }) {
  return (
    <ReviewWarning onReviewed={onReviewed}>
      This shows {environment.name} after change {environment.seq}.
    </ReviewWarning>
  );
}
