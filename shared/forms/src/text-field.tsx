import { text, useTexts } from '@shop/language/texts';
import { TextField, type TextFieldProps } from '@shop/ui/controls';
import { useField } from 'formik';

/** The message of `max` in a schema. The field has the same `maxLength`. */
export const tooLong = text('That is {count} characters. Please use no more than {max}.');

export interface FormTextFieldProps
  extends Pick<
    TextFieldProps,
    'label' | 'type' | 'autoComplete' | 'placeholder' | 'helperText' | 'multiline' | 'minRows'
  > {
  name: string;
  isRequired?: boolean;
  /** Maximum length in characters. The field takes a longer text and says that it is too long: nothing is cut silently. */
  maxLength?: number;
  inputMode?: 'text' | 'email' | 'tel' | 'numeric';
  autoCapitalize?: 'none' | 'words' | 'characters';
}

/**
 * A text field of a `ShopForm`. The error is a message of the schema, marked with `text`. It replaces the helper text and is
 * announced with the field.
 *
 * @example <FormTextField name="email" label="Email" type="email" isRequired />
 */
export function FormTextField({
  name,
  isRequired,
  maxLength = 0,
  inputMode,
  autoCapitalize,
  helperText,
  ...props
}: FormTextFieldProps) {
  const t = useTexts();
  const [field, { touched, error }] = useField<string>(name);
  const message = touched ? error : undefined;
  return (
    <TextField
      {...props}
      {...field}
      id={`field-${name}`}
      error={message !== undefined}
      helperText={message === undefined ? helperText : t(message, { count: field.value.trim().length, max: maxLength })}
      // Set on the input only: most fields are required, so an asterisk on every label would say nothing.
      slotProps={{ htmlInput: { inputMode, autoCapitalize, required: isRequired } }}
    />
  );
}
