import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { TextField } from '@shop/ui/controls';
import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react';
import { maxValueLength, valueOnChange } from '../fields/field-value';
import { isPhoneField } from '../fields/phone-number';
import type { FieldControlProps } from './field-control-props';
import { formatHelperText } from './helper-text';

interface InputKind {
  type: 'text' | 'email' | 'password' | 'tel';
  inputMode?: 'numeric' | 'decimal' | 'email' | 'tel';
  autoComplete?: string;
}

/** Chooses the input type. A number uses a text input: spinners and the mouse wheel change numbers by accident. */
function inputKind(field: PaymentField): InputKind {
  if (isPhoneField(field)) return { type: 'tel', inputMode: 'tel', autoComplete: 'tel' };
  switch (field.type) {
    case 'email':
      return { type: 'email', inputMode: 'email', autoComplete: 'email' };
    case 'password':
      return { type: 'password', autoComplete: 'off' };
    case 'number':
      return { type: 'text', inputMode: field.mask ? 'numeric' : 'decimal' };
    default:
      return { type: 'text' };
  }
}

/** A text input. Formats the text by the field's type and mask, and keeps the caret in place. */
export function TypedControl({ field, id, value, error, onChange, onBlur }: FieldControlProps) {
  const { type, inputMode, autoComplete } = inputKind(field);
  const input = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<{ index: number } | null>(null);
  useLayoutEffect(() => {
    if (caret) input.current?.setSelectionRange(caret.index, caret.index);
  }, [caret]);

  const handleChange = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    const { value: text, selectionStart } = target;
    // A caret at the end stays there without help. E-mail inputs report no position.
    const isInside = selectionStart !== null && selectionStart < text.length;
    setCaret(isInside ? { index: valueOnChange(field, text.slice(0, selectionStart)).length } : null);
    onChange(text);
  };

  return (
    <TextField
      id={id}
      name={field.name}
      label={field.label}
      type={field.type === 'textarea' ? undefined : type}
      multiline={field.type === 'textarea'}
      minRows={field.type === 'textarea' ? 3 : undefined}
      placeholder={field.placeholder}
      autoComplete={autoComplete}
      required={field.rules.required}
      value={value}
      error={error !== undefined}
      helperText={formatHelperText(field, error)}
      inputRef={input}
      onChange={handleChange}
      onBlur={onBlur}
      slotProps={{
        htmlInput: { inputMode, maxLength: maxValueLength },
        inputLabel: { required: false },
        formHelperText: { component: 'div' },
      }}
    />
  );
}
