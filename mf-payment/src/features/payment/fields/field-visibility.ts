import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { type FieldValues, isFilled } from './field-value';

/**
 * Finds the visible fields, in the server's sequence: fields without a showWhenFilled list, and fields of which at least
 * one listed field is visible and filled. A hidden field counts as empty, so clearing the first of a chain hides the chain.
 *
 * @see Specification 5 "Payment dynamic fields"; Interpretation 24
 */
export function findVisibleFields(fields: readonly PaymentField[], values: FieldValues): PaymentField[] {
  let visible = [...fields];
  for (;;) {
    const filled = new Set(
      visible.filter((field) => isFilled(field, values[field.name] ?? '')).map(({ name }) => name),
    );
    const remaining = visible.filter(
      ({ showWhenFilled }) => showWhenFilled.length === 0 || showWhenFilled.some((name) => filled.has(name)),
    );
    if (remaining.length === visible.length) return visible;
    visible = remaining;
  }
}

/** True when every visible required field is filled. The submit button is disabled otherwise. Specification 5. */
export function isComplete(visible: readonly PaymentField[], values: FieldValues): boolean {
  return visible.every((field) => !field.rules.required || isFilled(field, values[field.name] ?? ''));
}
