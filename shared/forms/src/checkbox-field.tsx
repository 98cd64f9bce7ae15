import { Checkbox, FormControlLabel } from '@shop/ui/controls';
import { useField } from 'formik';

export interface CheckboxFieldProps {
  name: string;
  label: string;
}

/**
 * A checkbox of a `ShopForm`.
 *
 * @example <CheckboxField name="rememberMe" label="Remember me" />
 */
export function CheckboxField({ name, label }: CheckboxFieldProps) {
  const [{ value, ...field }] = useField<boolean>(name);
  return <FormControlLabel label={label} control={<Checkbox {...field} checked={value} id={`field-${name}`} />} />;
}
