import * as v from 'valibot';
import { createListDecoder, decodeValidItems, optionalText, requiredText } from './scalars';
import { isRecord, toNumber } from './values';

const paymentFieldTypes = ['text', 'email', 'password', 'number', 'tel', 'textarea', 'select', 'checkbox'] as const;

export type PaymentFieldType = (typeof paymentFieldTypes)[number];

/** A field of the payment form as the server defines it. Specification 3, "Payment field definition". */
export interface PaymentField {
  name: string;
  label: string;
  placeholder: string;
  description: string;
  type: PaymentFieldType;
  options: { label: string; value: string }[];
  /** Lays out a checkbox or the options in one line. */
  inline: boolean;
  mask: string;
  rules: {
    required: boolean;
    /** Length in characters. The +91 of a phone number counts. */
    minLength?: number;
    maxLength?: number;
    /** Source of a regular expression. It is untrusted. */
    pattern?: string;
  };
  rulesMessages: string[];
  defaultValue: string;
  /** The field shows when at least one of these fields is non-empty. A field with an empty list always shows. */
  showWhenFilled: string[];
}

/** The server's response to a payment attempt. Specification 3 "Payment request and response" and 4. */
export interface PaymentResponse {
  success: boolean;
  error: string;
  redirectUrl: string;
  action?: PaymentAction;
}

/** The next step that the browser takes. */
export interface PaymentAction {
  type: string;
  redirectUrl: string;
  /** `type`, `url` and each key of `data` become the fields of the posted form. Interpretation 32. */
  formParams: { type: string; url: string; data: Record<string, string> };
  qr: string;
  qrBase64: string;
}

const text = v.optional(optionalText, '');

const optionDecoder = v.union([
  v.pipe(
    requiredText,
    v.transform((value) => ({ label: value, value })),
  ),
  v.pipe(
    v.looseObject({ value: requiredText, label: text }),
    v.transform(({ value, label }) => ({ label: label || value, value })),
  ),
]);

const isTrue = (value: unknown) => value === true || value === 'true';

const toTextList = (value: unknown) =>
  Array.isArray(value) ? value.map((entry) => v.parse(optionalText, entry)).filter(Boolean) : [];

function toLength(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== undefined && number >= 0 ? Math.floor(number) : undefined;
}

const fieldDecoder = v.pipe(
  v.looseObject({ name: requiredText, label: text, placeholder: text, description: text, type: text, mask: text }),
  v.transform((json): PaymentField => {
    const rules = isRecord(json.rules) ? json.rules : {};
    return {
      name: json.name,
      label: json.label || json.name,
      placeholder: json.placeholder,
      description: json.description,
      type: paymentFieldTypes.find((type) => type === json.type) ?? 'text',
      options: Array.isArray(json.options) ? decodeValidItems(optionDecoder, json.options) : [],
      inline: isTrue(json.inline),
      mask: json.mask,
      rules: {
        required: isTrue(rules.required),
        minLength: toLength(rules.minLength),
        maxLength: toLength(rules.maxLength),
        ...(typeof rules.pattern === 'string' && rules.pattern ? { pattern: rules.pattern } : {}),
      },
      rulesMessages: toTextList(json.rulesMessages),
      defaultValue:
        typeof json.defaultValue === 'boolean' ? String(json.defaultValue) : v.parse(optionalText, json.defaultValue),
      showWhenFilled: toTextList(json.showWhenFilled),
    };
  }),
);

/** `GET /payments/fields`: a list of fields, or an object with a `fields` list. Of two fields with one name, the first is used. */
export const paymentFieldsDecoder = v.pipe(
  v.unknown(),
  v.transform((body) => (isRecord(body) ? body.fields : body)),
  createListDecoder(fieldDecoder),
  v.transform((fields) =>
    fields.filter((field, index) => fields.findIndex(({ name }) => name === field.name) === index),
  ),
);

/** Converts a form parameter to text without trimming it, because the provider's signature may cover every character. */
function toFormValue(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

function decodeAction(value: unknown): PaymentAction | undefined {
  if (!isRecord(value)) return undefined;
  const toText = (entry: unknown) => v.parse(optionalText, entry);
  const params = isRecord(value.formParams) ? value.formParams : {};
  return {
    type: toText(value.type),
    redirectUrl: toText(value.redirectUrl),
    formParams: {
      type: toText(params.type),
      url: toText(params.url),
      data: isRecord(params.data)
        ? Object.fromEntries(Object.entries(params.data).map(([key, entry]) => [key, toFormValue(entry)]))
        : {},
    },
    qr: toText(value.qr),
    qrBase64: toText(value.qrBase64),
  };
}

/** `POST /payments`. Only a literal `true` is a success, because a wrong guess would hide a failed payment. */
export const paymentResponseDecoder = v.pipe(
  v.looseObject({ error: text, redirectUrl: text }),
  v.transform((json): PaymentResponse => {
    const action = decodeAction(json.action);
    return {
      success: json.success === true,
      error: json.error,
      redirectUrl: json.redirectUrl,
      ...(action ? { action } : {}),
    };
  }),
);
