import { Checkbox, FormControl, FormControlLabel, FormHelperText } from '@shop/ui/controls';
import { isTyped } from '../fields/field-value';
import type { FieldControlProps } from './field-control-props';
import { formatHelperText } from './helper-text';
import { OptionsControl } from './options-control';
import * as styles from './payment-field-control.module.css';
import { TypedControl } from './typed-control';

/** One field of the payment form, by its type. Specification 3 "Payment field definition". */
export function PaymentFieldControl(props: FieldControlProps) {
  const { field } = props;
  if (field.type === 'checkbox') {
    return (
      <div className={styles.place} data-inline={field.inline || undefined}>
        <CheckboxControl {...props} />
      </div>
    );
  }
  return (
    <div className={styles.place}>{isTyped(field) ? <TypedControl {...props} /> : <OptionsControl {...props} />}</div>
  );
}

function CheckboxControl({ field, id, value, error, onChange, onBlur }: FieldControlProps) {
  const hintId = `${id}-hint`;
  return (
    <FormControl error={error !== undefined}>
      <FormControlLabel
        label={field.label}
        control={
          <Checkbox
            id={id}
            name={field.name}
            checked={value === 'true'}
            onChange={(event) => onChange(String(event.target.checked))}
            onBlur={onBlur}
            slotProps={{
              input: {
                required: field.rules.required,
                'aria-describedby': hintId,
                'aria-invalid': error !== undefined,
              },
            }}
          />
        }
      />
      <FormHelperText id={hintId} component="div" style={{ marginTop: 0 }}>
        {formatHelperText(field, error)}
      </FormHelperText>
    </FormControl>
  );
}
