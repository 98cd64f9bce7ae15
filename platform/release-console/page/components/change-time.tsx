import { FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, TextField } from '@mui/material';
import { useId } from 'react';
import { latestTime, parseTypedTime, toFieldValue } from './typed-time';

export interface ChangeTimeProps {
  /** The typed time, such as `2026-11-24T09:00`, in the time zone of the browser. Null: now. */
  time: string | null;
  onChange: (time: string | null) => void;
}

/** Converts a typed time. @returns Undefined when it is incomplete or over. */
export function parseChangeTime(time: string): Date | undefined {
  const at = parseTypedTime(time);
  return at && at.getTime() > Date.now() ? at : undefined;
}

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();

/** Choice of the time of a change: now, or later. */
export function ChangeTime({ time, onChange }: ChangeTimeProps) {
  const label = useId();
  const isOver = time !== null && time !== '' && !parseChangeTime(time);
  return (
    <FormControl>
      <FormLabel id={label}>When</FormLabel>
      <RadioGroup
        row
        aria-labelledby={label}
        value={time === null ? 'now' : 'later'}
        onChange={(_event, value) => onChange(value === 'now' ? null : toFieldValue(new Date(Date.now() + 3_600_000)))}
      >
        <FormControlLabel value="now" control={<Radio />} label="Now" />
        <FormControlLabel value="later" control={<Radio />} label="At a time" />
      </RadioGroup>
      {time !== null && (
        <TextField
          type="datetime-local"
          label="Date and time"
          required
          value={time}
          onChange={(event) => onChange(event.target.value)}
          error={isOver}
          helperText={
            isOver
              ? 'Give a time in the future.'
              : `In ${timeZone}. Your permissions and the gates of that moment decide.`
          }
          slotProps={{ inputLabel: { shrink: true }, htmlInput: { max: latestTime } }}
          sx={{ mt: 1, maxWidth: 320 }}
        />
      )}
    </FormControl>
  );
}
