import MuiTextField, { type TextFieldProps, type TextFieldVariants } from '@mui/material/TextField';

export type { TextFieldProps };

/**
 * MUI's text field. With `minRows` alone, a field of several lines grows by CSS: MUI's script would lay the page out again for each
 * measurement. In a browser without `field-sizing` a shopper can make the field larger.
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
      rows={minRows ?? 1}
      slotProps={{
        ...slotProps,
        input: { ...slotProps?.input, inputComponent: 'textarea' },
        htmlInput: {
          type: undefined,
          ...slotProps?.htmlInput,
          style: { fieldSizing: 'content', minHeight: `${minRows ?? 1}lh` },
        },
      }}
    />
  );
}
