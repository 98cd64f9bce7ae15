import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { useNotify } from '@shop/notifications/use-notify';
import { useState } from 'react';
import { findFormErrors } from './fields/field-validation';
import { formatRequestValue, getInitialValues, valueOnBlur, valueOnChange } from './fields/field-value';
import { findVisibleFields, isComplete } from './fields/field-visibility';
import type { Pay, PaymentDraft } from './use-payment';

/** A visible field with its value and error. */
export interface FieldView {
  field: PaymentField;
  /** DOM id of the control. It is not derived from the field name, which comes from the server and may hold anything. */
  id: string;
  value: string;
  /** Error message. Set once the field lost the focus or the shopper tried to submit. */
  error: string | undefined;
}

export interface PaymentFormState {
  views: FieldView[];
  /** True when every visible required field is filled. */
  isComplete: boolean;
  /** Sets a chosen value, or the text of a field after a keystroke. Applies phone format and mask. */
  change: (field: PaymentField, text: string) => void;
  /** Call when the field loses the focus. From then on its error shows. */
  leave: (field: PaymentField) => void;
  /** Submits the form, or shows the errors and focuses the first field in error. */
  submit: () => void;
}

/** Values and errors of the payment form. Specification 5 "Payment dynamic fields". */
export function usePaymentForm(
  fields: readonly PaymentField[],
  [draft, setDraft]: PaymentDraft,
  onPay: Pay,
): PaymentFormState {
  const [blurred, setBlurred] = useState<ReadonlySet<string>>(new Set());
  const notify = useNotify();
  const initial = getInitialValues(fields);
  const values = { ...initial, ...draft };

  const visible = findVisibleFields(fields, values);
  const errors = findFormErrors(visible, values);
  const views = visible.map((field): FieldView => {
    const { name } = field;
    const error = blurred.has(name) ? errors.get(name) : undefined;
    return { field, id: `payment-field-${fields.indexOf(field)}`, value: values[name] ?? '', error };
  });

  const set = (field: PaymentField, next: (value: string) => string) =>
    setDraft((before) => ({ ...before, [field.name]: next(before[field.name] ?? initial[field.name] ?? '') }));

  const submit = () => {
    const firstInvalid = views.find(({ field }) => errors.has(field.name));
    if (firstInvalid) {
      setBlurred(new Set(visible.map(({ name }) => name)));
      notify({ tone: 'destructive', title: 'Validation Error', description: 'Please correct the errors in the form' });
      document.getElementById(firstInvalid.id)?.focus();
      return;
    }
    void onPay(Object.fromEntries(views.map(({ field, value }) => [field.name, formatRequestValue(field, value)])));
  };

  return {
    views,
    isComplete: isComplete(visible, values),
    change: (field, text) => set(field, (before) => valueOnChange(field, text, before)),
    leave: (field) => {
      set(field, (value) => valueOnBlur(field, value));
      setBlurred((before) => new Set(before).add(field.name));
    },
    submit,
  };
}
