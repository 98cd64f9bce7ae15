import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { type FieldValues, isFilled } from './field-value';

/**
 * The fields that show, in the server's order: those without a showWhenFilled list, and those of which at least one
 * listed field is filled. A field that does not show fills nothing, so that clearing the first of a chain hides all of it.
 *
 * @see Specification 5 "Payment dynamic fields"; Interpretation 24
 */
export function visibleFields(fields: readonly PaymentField[], values: FieldValues): PaymentField[] {
  let visible = [...fields];
  for (;;) {
    const filled = new Set(
      visible.filter((field) => isFilled(field, values[field.name] ?? '')).map(({ name }) => name),
    );
    const stay = visible.filter(
      ({ showWhenFilled }) => showWhenFilled.length === 0 || showWhenFilled.some((name) => filled.has(name)),
    );
    if (stay.length === visible.length) return visible;
    visible = stay;
  }
}

/** True when every visible required field is filled: only then can the form be sent. Specification 5. */
export function isComplete(visible: readonly PaymentField[], values: FieldValues): boolean {
  return visible.every((field) => !field.rules.required || isFilled(field, values[field.name] ?? ''));
}
