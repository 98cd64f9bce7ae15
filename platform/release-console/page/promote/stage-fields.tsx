import { Box, Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import { Note, oneColumn, plainList, RemoveButton, row } from '../components/layout';
import { SelectField } from '../components/select-field';
import { latestTime, parseTypedTime } from '../components/typed-time';
import { type Promotion, parseStages, type StageRow, StageUnit } from './promotion-draft';

const presets: Readonly<Record<string, readonly StageRow[]>> = {
  'Within an hour': [
    { share: 10, lasts: 10, unit: 'minutes' },
    { share: 50, lasts: 30, unit: 'minutes' },
    { share: 100, lasts: 1, unit: 'hours' },
  ],
  'Within two hours': [
    { share: 5, lasts: 15, unit: 'minutes' },
    { share: 25, lasts: 1, unit: 'hours' },
    { share: 100, lasts: 1, unit: 'hours' },
  ],
  'Within two days': [
    { share: 1, lasts: 4, unit: 'hours' },
    { share: 10, lasts: 20, unit: 'hours' },
    { share: 50, lasts: 1, unit: 'days' },
    { share: 100, lasts: 1, unit: 'hours' },
  ],
};

/** Shares of a canary with the time that each lasts. The last share has no time. */
export function StageFields({ promotion: { draft, change } }: { promotion: Promotion }) {
  const { stages } = draft;
  const rows = stages.map((stage, index) => ({ ...stage, position: index + 1 }));
  const replace = (position: number, next: Partial<StageRow>) =>
    change({ stages: stages.map((stage, index) => (index + 1 === position ? { ...stage, ...next } : stage)) });
  const remove = (position: number) => change({ stages: stages.filter((_, index) => index + 1 !== position) });
  const add = () => {
    const last = stages.at(-1);
    change({ stages: [...stages, { share: 100, lasts: last?.lasts ?? 1, unit: last?.unit ?? 'hours' }] });
  };
  return (
    <Box role="group" aria-label="Stages" sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ ...row, gap: 1 }}>
        {Object.entries(presets).map(([name, rows]) => (
          <Button key={name} size="small" variant="outlined" onClick={() => change({ stages: [...rows] })}>
            {name}
          </Button>
        ))}
      </Box>
      <Box component="ol" sx={{ ...plainList, gap: 3 }}>
        {rows.map(({ position, ...stage }) => (
          <Box component="li" key={position} sx={{ ...oneColumn, gap: 1 }}>
            <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
              <StageField
                stage={stage}
                position={position}
                isLast={position === rows.length}
                onChange={(next) => replace(position, next)}
              />
              {rows.length > 2 && <RemoveButton what={`stage ${position}`} onClick={() => remove(position)} />}
            </Box>
            {position < rows.length && (
              <StageConditions stage={stage} position={position} onChange={(next) => replace(position, next)} />
            )}
          </Box>
        ))}
      </Box>
      <Box>
        <Button size="small" onClick={add}>
          Add a stage
        </Button>
      </Box>
      {parseStages(draft) ? (
        <Note>The service raises the share while all gates pass. A person can pause, raise or halt the canary.</Note>
      ) : (
        <Box role="alert" sx={{ typography: 'body2', color: 'error.main' }}>
          Give rising shares from 1 to 100 %, each but the last with a time of one minute to 30 days.
        </Box>
      )}
    </Box>
  );
}

/** What a stage waits for when its time is over. */
function StageConditions({ stage, position, onChange }: Omit<StageFieldProps, 'isLast'>) {
  const { until = '' } = stage;
  const isUnreadable = until !== '' && !parseTypedTime(until);
  return (
    <Box sx={{ ...row, columnGap: 2, rowGap: 1, alignItems: 'center' }}>
      <FormControlLabel
        control={
          <Checkbox
            size="small"
            checked={stage.waitsForPerson ?? false}
            onChange={(event) => onChange({ waitsForPerson: event.target.checked })}
            slotProps={{ input: { 'aria-label': `Stage ${position} lasts until a person continues` } }}
          />
        }
        label="Until a person continues"
      />
      <TextField
        size="small"
        type="datetime-local"
        label="Not before"
        value={until}
        onChange={(event) => onChange({ until: event.target.value })}
        error={isUnreadable}
        helperText={isUnreadable && 'Give a year of four digits.'}
        slotProps={{
          inputLabel: { shrink: true },
          htmlInput: { max: latestTime, 'aria-label': `Time before which stage ${position} does not end` },
        }}
      />
    </Box>
  );
}

interface StageFieldProps {
  stage: StageRow;
  position: number;
  isLast: boolean;
  onChange: (next: Partial<StageRow>) => void;
}

function StageField({ stage: { share, lasts, unit }, position, isLast, onChange }: StageFieldProps) {
  const small = { size: 'small', type: 'number' } as const;
  return (
    <>
      <TextField
        {...small}
        label="Share in %"
        value={share}
        onChange={(event) => onChange({ share: Number(event.target.value) })}
        slotProps={{ htmlInput: { min: 1, max: 100, step: 1, 'aria-label': `Share of stage ${position} in %` } }}
        sx={{ flex: '0 1 6.5rem' }}
      />
      {!isLast && (
        <>
          <TextField
            {...small}
            label="For"
            value={lasts}
            onChange={(event) => onChange({ lasts: Number(event.target.value) })}
            slotProps={{ htmlInput: { min: 1, step: 1, 'aria-label': `Time of stage ${position}` } }}
            sx={{ flex: '0 1 5.5rem' }}
          />
          <SelectField
            size="small"
            label="Unit"
            value={unit}
            options={StageUnit.options.map((name) => [name, name])}
            onChange={(next) => onChange({ unit: StageUnit.options.find((name) => name === next) ?? 'minutes' })}
            slotProps={{ select: { SelectDisplayProps: { 'aria-label': `Unit of stage ${position}: ${unit}` } } }}
            sx={{ flex: '1 1 6.5rem', maxWidth: 140 }}
          />
        </>
      )}
    </>
  );
}
