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
import type { CallBody } from '@shop/releases/service-api/requests';
import type { EnvironmentView, Finding } from '@shop/releases/service-api/responses';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { consoleApi, getErrorResponse } from '../api/console-api';
import { GateFindings } from './change-list';
import { ChangeTime, parseChangeTime } from './change-time';
import { formatDateTime } from './format';
import { formatHash } from './hash-route';
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

/** A change that the service makes at a time. */
export type ScheduledAction = CallBody<'schedules'>['action'];

export interface ActionDialogProps {
  environment: Pick<EnvironmentView, 'name' | 'seq'>;
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
  /** Describes the change for a schedule. Default: it can only be made now. */
  schedule?: ((fields: Omit<ChangeFields, 'seq'>, isForced: boolean) => ScheduledAction) | undefined;
  /** Called when the change is made or scheduled. */
  onDone?: () => void;
  onClose: () => void;
}

/** Confirmation dialog of a change. It is open while it is mounted. */
export function ActionDialog(props: ActionDialogProps) {
  const {
    environment,
    title,
    children,
    confirm,
    isDangerous = false,
    isReady = true,
    force,
    act,
    schedule,
    onClose,
  } = props;
  const [seq] = useState(environment.seq);
  const [reason, setReason] = useState(props.initialReason ?? '');
  const [problem, setProblem] = useState<unknown>(null);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [isForced, setIsForced] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [time, setTime] = useState<string | null>(null);
  const [addSchedule] = consoleApi.useScheduleMutation();
  const showMessage = useSnackbar();
  const titleId = useId();
  const needsReason = isForced || !props.isReasonOptional;

  /** Makes the change, or schedules it. @returns The success message. */
  const send = async (fields: ChangeFields): Promise<string> => {
    const at = time === null ? undefined : parseChangeTime(time);
    if (!at || !schedule) return act(fields, isForced);
    const { env, reason: given } = fields;
    await addSchedule({ at: at.toISOString(), action: schedule({ env, reason: given }, isForced) }).unwrap();
    location.assign(formatHash({ env, view: 'schedules' }));
    return `The change is scheduled for ${formatDateTime(at.getTime())}.`;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblem(null);
    // The overridden findings stay visible.
    if (!isForced) setFindings([]);
    try {
      showMessage(await send({ env: environment.name, seq, reason: reason.trim() }));
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
          {schedule && <ChangeTime time={time} onChange={setTime} />}
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
            disabled={!isReady || (needsReason && reason.trim() === '') || (time !== null && !parseChangeTime(time))}
          >
            {time === null ? (isForced ? force : confirm) : 'Schedule'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
