import { MenuItem, TextField, type TextFieldProps } from '@mui/material';

export interface SelectFieldProps extends Omit<TextFieldProps, 'variant' | 'select' | 'children' | 'onChange'> {
  options: readonly (readonly [value: string, name: string])[];
  /** A select with `multiple` passes the list of its values, whatever the type says. */
  onChange?: (value: string) => void;
}

/** A field that opens a list of values. */
export function SelectField({ options, onChange, ...field }: SelectFieldProps) {
  return (
    <TextField {...field} select onChange={(event) => onChange?.(event.target.value)}>
      {options.map(([value, name]) => (
        <MenuItem key={value} value={value}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
