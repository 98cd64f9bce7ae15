import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { useNotify } from '@shop/notifications/use-notify';
import { useState } from 'react';
import { formErrors } from './fields/field-validation';
import { initialValues, valueOnBlur, valueOnChange, valueToSend } from './fields/field-value';
import { isComplete, visibleFields } from './fields/field-visibility';
import type { Pay, PaymentDraft } from './use-payment';

/** One visible field, ready to be drawn. */
export interface FieldView {
  field: PaymentField;
  /** Id of its control; field names come from the server and may hold anything. */
  id: string;
  value: string;
  /** Shown once the field was left, or a submit was tried. */
  error: string | undefined;
}

export interface PaymentFormState {
  views: FieldView[];
  /** True when every visible required field is filled. */
  isComplete: boolean;
  /** Sets a chosen value, or what stands in a field after a keystroke; the rules of its kind are applied. */
  change: (field: PaymentField, text: string) => void;
  /** The shopper has left the field: from now on its error shows. */
  leave: (field: PaymentField) => void;
  /** Sends the form, or shows what is wrong with it and puts the focus there. */
  submit: () => void;
}

/** The values of the payment form and what is wrong with them. Specification 5 "Payment dynamic fields". */
export function usePaymentForm(
  fields: readonly PaymentField[],
  [draft, setDraft]: PaymentDraft,
  onPay: Pay,
): PaymentFormState {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const notify = useNotify();
  const initial = initialValues(fields);
  const values = { ...initial, ...draft };

  const visible = visibleFields(fields, values);
  const errors = formErrors(visible, values);
  const views = visible.map((field): FieldView => {
    const { name } = field;
    const error = left.has(name) ? errors.get(name) : undefined;
    return { field, id: `payment-field-${fields.indexOf(field)}`, value: values[name] ?? '', error };
  });

  const set = (field: PaymentField, next: (value: string) => string) =>
    setDraft((before) => ({ ...before, [field.name]: next(before[field.name] ?? initial[field.name] ?? '') }));

  const submit = () => {
    const wrong = views.find(({ field }) => errors.has(field.name));
    if (wrong) {
      setLeft(new Set(visible.map(({ name }) => name)));
      notify({ tone: 'destructive', title: 'Validation Error', description: 'Please correct the errors in the form' });
      document.getElementById(wrong.id)?.focus();
      return;
    }
    void onPay(Object.fromEntries(views.map(({ field, value }) => [field.name, valueToSend(field, value)])));
  };

  return {
    views,
    isComplete: isComplete(visible, values),
    change: (field, text) => set(field, (before) => valueOnChange(field, text, before)),
    leave: (field) => {
      set(field, (value) => valueOnBlur(field, value));
      setLeft((before) => new Set(before).add(field.name));
    },
    submit,
  };
}
