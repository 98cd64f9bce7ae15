import { getVisibleFields } from '@shop/api-contract/payment-field-rules';
import type { PaymentFieldJson } from '@shop/api-contract/schemas/payment';
import { text } from '@shop/language/format-message';
import type { Texts } from '../texts/texts';
import type { PaymentValues } from './payment-form-validation';
import type { PaymentMethod } from './payment-methods';

/** Values that the form starts with. */
export interface PaymentFormDefaults {
  method?: PaymentMethod;
  phone?: string;
  /** True when the shopper has saved them. */
  areSaved?: boolean;
}

/**
 * Creates the payment form. Each payment method shows its own fields only (`method=Card` in `showWhenFilled`). They are optional,
 * because the bank asks for what it needs. A shop that knows only names of fields keeps them hidden.
 */
export function createPaymentForm(methods: PaymentMethod[], defaults: PaymentFormDefaults = {}): PaymentFieldJson[] {
  const [firstMethod] = methods;
  return [
    {
      name: 'method',
      label: text('How would you like to pay?'),
      type: 'select',
      options: methods,
      rules: { required: true },
      rulesMessages: [text('Please choose how to pay')],
      defaultValue: defaults.method && methods.includes(defaults.method) ? defaults.method : firstMethod,
    },
    {
      name: 'phone',
      label: text('Mobile number'),
      type: 'tel',
      placeholder: '+919876543210',
      description: text('For the payment request and news of the delivery.'),
      rules: { required: true, minLength: 13, maxLength: 13, pattern: '^\\+91[6-9][0-9]{9}$' },
      rulesMessages: [text('Please enter your mobile number')],
      ...(defaults.phone ? { defaultValue: defaults.phone } : {}),
    },
    ...createMethodFields(new Date()),
    {
      name: 'receiptEmail',
      label: text('Send the receipt to'),
      type: 'email',
      placeholder: 'you@example.com',
      rules: { maxLength: 254 },
    },
    {
      name: 'note',
      label: text('Note on the receipt'),
      type: 'textarea',
      placeholder: text('Such as a company name or a reference'),
      rules: { maxLength: 200 },
      showWhenFilled: ['receiptEmail'],
    },
    {
      name: 'saveDetails',
      label: text('Remember my number and way of paying'),
      type: 'checkbox',
      inline: true,
      description: text('Card and bank details are never stored.'),
      defaultValue: String(defaults.areSaved ?? false),
    },
    {
      name: 'terms',
      label: text('I agree to the terms of sale'),
      type: 'checkbox',
      rules: { required: true },
      rulesMessages: [text('Please agree to the terms of sale')],
      defaultValue: 'false',
    },
  ];
}

/** What the shopper tells the shop, in the words of an operator. The values of a card and of a bank are never stored. */
const noteLabels = {
  phone: 'Phone for this payment',
  receiptEmail: 'Send the receipt to',
  note: 'Note on the receipt',
  changeFrom: 'Bring change for, in rupees',
};

/** By the name of the field. */
export type PaymentNotes = Partial<Record<keyof typeof noteLabels, string>>;

/** Picks what the operator needs from the values of the visible fields. */
export function pickPaymentNotes(fields: PaymentFieldJson[], values: PaymentValues): PaymentNotes {
  const visible = getVisibleFields(fields, (name) => values.get(name) ?? '');
  const told = visible.map(({ name }) => [name, values.get(name)?.trim()] as const);
  return Object.fromEntries(told.filter(([name, value]) => Object.hasOwn(noteLabels, name) && value));
}

/** Formats each note as `label: value`. */
export const formatPaymentNotes = (notes: PaymentNotes): string[] =>
  Object.entries(noteLabels).flatMap(([name, label]) => {
    const value = notes[name as keyof PaymentNotes];
    return value ? [`${label}: ${value}`] : [];
  });

/** Translates the texts of a form. Names and values stay, because the request contains them. */
export function translatePaymentForm(fields: PaymentFieldJson[], t: Texts): PaymentFieldJson[] {
  return fields.map((field) => {
    const { label, placeholder, description, options, rulesMessages } = field;
    return {
      ...field,
      label: t(label),
      ...(placeholder && { placeholder: t(placeholder) }),
      ...(description && { description: t(description) }),
      ...(rulesMessages && { rulesMessages: rulesMessages.map((message) => t(message)) }),
      ...(options && {
        options: options.map((option) =>
          typeof option === 'string' ? { label: t(option), value: option } : { ...option, label: t(option.label) },
        ),
      }),
    };
  });
}

/** The entry of `showWhenFilled` that shows a field for a payment method. */
const whenMethod = (method: PaymentMethod) => `method=${method}`;
/** All fields of a card stand from the start: none appears while the shopper types, and none blocks the button. */
const whenCard = [whenMethod('Card')];

/** Returns the pattern of an expiry date `MM/YY` that has not passed: the rest of this year, and every later year of the century. */
export function createExpiryPattern(now: Date): string {
  const month = now.getMonth() + 1;
  const [tens = 0, ones = 0] = [...String(now.getFullYear() % 100).padStart(2, '0')].map(Number);
  const months = Array.from({ length: 13 - month }, (_, index) => String(month + index).padStart(2, '0'));
  const laterYears = [ones < 9 && `${tens}[${ones + 1}-9]`, tens < 9 && `[${tens + 1}-9][0-9]`].filter(Boolean);
  const ends = [`(${months.join('|')})/${tens}${ones}`, ...laterYears.map((years) => `(0[1-9]|1[0-2])/${years}`)];
  return `^(${ends.join('|')})$`;
}

const createMethodFields = (now: Date): PaymentFieldJson[] => [
  {
    name: 'upiId',
    label: text('UPI id'),
    type: 'text',
    placeholder: 'name@bank',
    rules: { maxLength: 100, pattern: '^[A-Za-z0-9._-]{2,64}@[A-Za-z][A-Za-z0-9]{1,31}$' },
    rulesMessages: [text('Please enter a UPI id such as name@bank')],
    showWhenFilled: [whenMethod('UPI app'), whenMethod('UPI QR code')],
  },
  {
    name: 'cardNumber',
    label: text('Card number'),
    type: 'text',
    placeholder: '1234 5678 9012 3456',
    mask: '9999 9999 9999 9999',
    rules: { minLength: 19, maxLength: 19, pattern: '^[0-9]{4}( [0-9]{4}){3}$' },
    rulesMessages: [text('Please enter the 16 digits of your card')],
    description: text('You can leave the fields of the card: the bank asks for them.'),
    showWhenFilled: whenCard,
  },
  {
    name: 'cardName',
    label: text('Name on the card'),
    type: 'text',
    rules: { minLength: 2, maxLength: 60 },
    rulesMessages: [text('Please enter the name on the card')],
    showWhenFilled: whenCard,
  },
  {
    name: 'cardExpiry',
    label: text('Valid until'),
    type: 'text',
    placeholder: 'MM/YY',
    mask: '99/99',
    rules: { minLength: 5, maxLength: 5, pattern: createExpiryPattern(now) },
    rulesMessages: [text('Please enter a month that has not passed, such as 08/29')],
    showWhenFilled: whenCard,
  },
  {
    name: 'cardCvv',
    label: text('Security code'),
    type: 'password',
    placeholder: '123',
    description: text('Three digits on the back of the card.'),
    rules: { minLength: 3, maxLength: 4, pattern: '^[0-9]{3,4}$' },
    rulesMessages: [text('Please enter the security code')],
    showWhenFilled: whenCard,
  },
  {
    name: 'bank',
    label: text('Your bank'),
    type: 'select',
    options: [
      { label: 'State Bank of India', value: 'SBIN' },
      { label: 'HDFC Bank', value: 'HDFC' },
      { label: 'ICICI Bank', value: 'ICIC' },
      { label: 'Axis Bank', value: 'UTIB' },
      { label: 'Punjab National Bank', value: 'PUNB' },
    ],
    placeholder: text('Choose on the bank’s page'),
    showWhenFilled: [whenMethod('Net banking')],
  },
  {
    name: 'changeFrom',
    label: text('The note you will pay with, in rupees'),
    type: 'number',
    placeholder: '2000',
    description: text('So that the courier brings change.'),
    rules: { maxLength: 6, pattern: '^[0-9]{1,6}$' },
    rulesMessages: [text('Please enter whole rupees')],
    showWhenFilled: [whenMethod('Cash on delivery')],
  },
];
