import { TextField, type TextFieldProps } from '@shop/ui/controls';
import { useField } from 'formik';

export interface FormTextFieldProps
  extends Pick<
    TextFieldProps,
    'label' | 'type' | 'autoComplete' | 'placeholder' | 'helperText' | 'multiline' | 'minRows'
  > {
  name: string;
  isRequired?: boolean;
  inputMode?: 'text' | 'email' | 'tel' | 'numeric';
  autoCapitalize?: 'none' | 'words' | 'characters';
}

/** A text field of a ShopForm. Its error stands under it, in place of the hint, and is announced with it. */
export function FormTextField({
  name,
  isRequired,
  inputMode,
  autoCapitalize,
  helperText,
  ...props
}: FormTextFieldProps) {
  const [field, { touched, error }] = useField<string>(name);
  const message = touched ? error : undefined;
  return (
    <TextField
      {...props}
      {...field}
      id={`field-${name}`}
      error={message !== undefined}
      helperText={message ?? helperText}
      // On the input alone: required is the rule in our forms, and an asterisk on every label would say nothing.
      slotProps={{ htmlInput: { inputMode, autoCapitalize, required: isRequired } }}
    />
  );
}
