import { Checkbox, FormControl, FormControlLabel, FormHelperText } from '@shop/ui/controls';
import { styled } from '@shop/ui/core';
import { isTyped } from '../fields/field-value';
import type { FieldControlProps } from './field-control-props';
import { formatHelperText } from './helper-text';
import { OptionsControl } from './options-control';
import { TypedControl } from './typed-control';

/** Gives a field a full line, unless it is inline. Inline fields share a line. Interpretation 31. */
const Place = styled('div')({ flex: '1 1 100%', minWidth: 0, '&[data-inline]': { flex: '0 1 auto' } });

/** One field of the payment form, by its type. Specification 3 "Payment field definition". */
export function PaymentFieldControl(props: FieldControlProps) {
  const { field } = props;
  if (field.type === 'checkbox') {
    return (
      <Place data-inline={field.inline || undefined}>
        <CheckboxControl {...props} />
      </Place>
    );
  }
  return <Place>{isTyped(field) ? <TypedControl {...props} /> : <OptionsControl {...props} />}</Place>;
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
      <FormHelperText id={hintId} component="div" sx={{ mt: 0 }}>
        {formatHelperText(field, error)}
      </FormHelperText>
    </FormControl>
  );
}
