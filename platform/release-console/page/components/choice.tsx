import { ToggleButton, ToggleButtonGroup } from '@mui/material';

export interface ChoiceProps<Value extends string | number> {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, name: string])[];
  onChange: (value: Value) => void;
}

/** Choice of one of a few values, which are all visible. */
export function Choice<Value extends string | number>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label={label}
      value={value}
      onChange={(_, next: Value | null) => next !== null && onChange(next)}
    >
      {options.map(([option, name]) => (
        <ToggleButton
          key={option}
          value={option}
          sx={{ px: 1.5, minHeight: 40, textTransform: 'none', color: 'text.primary' }}
        >
          {name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
