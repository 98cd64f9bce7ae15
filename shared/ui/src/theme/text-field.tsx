import MuiTextField, { type TextFieldProps, type TextFieldVariants } from '@mui/material/TextField';

export type { TextFieldProps };

/**
 * MUI's text field. With `minRows` alone, a field of several lines grows by CSS: MUI's script would lay the page out again for each
 * measurement. A browser without `field-sizing` scrolls a longer text.
 *
 * @example <TextField label="Message" multiline minRows={3} />
 */
export function TextField<Variant extends TextFieldVariants>({
  minRows,
  ...props
}: { variant?: Variant | undefined } & Omit<TextFieldProps, 'variant'>) {
  const { multiline, rows, maxRows, slotProps } = props;
  const isSizedByCss = multiline && !rows && !maxRows;
  if (!isSizedByCss) return <MuiTextField {...props} {...(minRows && { minRows })} />;
  return (
    <MuiTextField
      {...props}
      rows={minRows}
      slotProps={{
        ...slotProps,
        input: { ...slotProps?.input, inputComponent: 'textarea' },
        htmlInput: { ...slotProps?.htmlInput, style: { fieldSizing: 'content', minHeight: `${minRows ?? 1}lh` } },
      }}
    />
  );
}
