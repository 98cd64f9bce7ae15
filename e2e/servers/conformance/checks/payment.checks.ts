import {
  type PaymentField,
  type PaymentResponse,
  paymentFieldsDecoder,
  paymentResponseDecoder,
} from '@shop/api-contract/decoders/payment';
import { isRecord, toText } from '@shop/api-contract/decoders/values';
import { getVisibleFields, isFieldFilled } from '@shop/api-contract/payment-field-rules';
import * as v from 'valibot';
import { assertRefused, assertThat, decode, NotChecked, readErrorText, show, showResponse } from '../assertions';
import type { Check } from '../check';
import type { ApiResponse } from '../client';
import { isAbsent, isOptionalMap } from '../optional-values';
import type { Shop } from '../shop';

const fieldTypes = ['text', 'email', 'password', 'number', 'tel', 'textarea', 'select', 'checkbox'];

async function readForm({ get, owner }: Shop): Promise<{ fields: PaymentField[]; list: Record<string, unknown>[] }> {
  const response = await get('/payments/fields', (await owner()).token);
  const fields = decode(paymentFieldsDecoder, response);
  const { json } = response;
  const list = isRecord(json) ? json.fields : json;
  return { fields, list: Array.isArray(list) ? list.filter(isRecord) : [] };
}

/** Fails for the first field of the payment form that is not as expected. */
async function assertEachField(shop: Shop, expected: string, isExpected: (field: Record<string, unknown>) => boolean) {
  const wrong = (await readForm(shop)).list.find((field) => !isExpected(field));
  assertThat(wrong === undefined, `each field: ${expected}`, show(wrong));
}

/** Tells whether a pattern is a regular expression. The shop compiles it without flags. */
function canCompile(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Tells whether the shop reads each rule of a payment field that the server has sent. */
function areRulesRead(field: Record<string, unknown>): boolean {
  const { success, output } = v.safeParse(paymentFieldsDecoder, [field]);
  const [read] = success ? output : [];
  const { minLength, maxLength, pattern } = isRecord(field.rules) ? field.rules : {};
  const rules = [
    [minLength, read?.rules.minLength],
    [maxLength, read?.rules.maxLength],
    [pattern, read?.rules.pattern],
  ] as const;
  return rules.every(([sent, received]) => isAbsent(sent) || received !== undefined);
}

/** A payment that is not made is a refusal, or `success: false` with the text that the shopper reads. */
function assertNotPaid(response: ApiResponse): void {
  const { status, json } = response;
  const hasFailed = status < 300 && isRecord(json) && json.success === false && readErrorText(response) !== '';
  if (!hasFailed) assertRefused(response);
}

/** A value that a shopper could type into a field. */
function fillIn({ type, name, options, defaultValue }: PaymentField, email: string): string {
  if (type === 'checkbox') return 'true';
  if (defaultValue !== '') return defaultValue;
  if (options[0]) return options[0].value;
  if (type === 'tel' || name.toLowerCase().includes('phone')) return '+919876543210';
  return type === 'email' ? email : type === 'number' ? '1000' : 'Test';
}

const isSafeUrl = (url: string) => /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])|\/)/.test(url);

/** Tells whether an empty payment form lacks the value of a field. A hidden field and one with a default value need none. */
const isMissing = (field: PaymentField) =>
  field.rules.required && field.showWhenFilled.length === 0 && !isFieldFilled(field, field.defaultValue);

/** Fills in the required fields of a payment form, and those that show because of them. */
function fillInRequired(fields: readonly PaymentField[], email: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (;;) {
    const visible = getVisibleFields(fields, (name) => values[name] ?? '');
    const next = visible.find(({ name, rules }) => rules.required && !(name in values));
    if (!next) return values;
    values[next.name] = fillIn(next, email);
  }
}

/** Tells whether the shop can do what a successful payment asks for. */
function isPossible({ redirectUrl, action }: PaymentResponse): boolean {
  switch (action?.type) {
    case undefined:
      return redirectUrl === '' || isSafeUrl(redirectUrl);
    case 'redirect_post':
      return isSafeUrl(action.redirectUrl);
    case 'deeplink':
      return isSafeUrl(action.redirectUrl) || /^(?:upi|phonepe|paytmmp|gpay|tez|intent):/.test(action.redirectUrl);
    case 'qr':
      return action.qr !== '' || action.qrBase64 !== '';
    default:
      return false;
  }
}

export const paymentChecks: readonly Check[] = [
  {
    statement: '7.calls-17',
    title: 'GET /payments/fields returns the payment form',
    run: async (shop) => {
      const { list, fields } = await readForm(shop);
      assertThat(
        list.length === fields.length,
        'fields with a name of their own each',
        list.map(({ name }) => name),
      );
    },
  },
  {
    statement: '3.field-02',
    title: 'Each payment field has a name, a label and one of the eight types',
    run: (shop) =>
      assertEachField(
        shop,
        `name, label, and a type of ${fieldTypes.join(', ')}`,
        ({ name, label, type }) => toText(name) !== '' && toText(label) !== '' && fieldTypes.includes(toText(type)),
      ),
  },
  {
    statement: '3.field-03',
    title: 'Each payment field with a choice has options',
    run: async (shop) => {
      const wrong = (await readForm(shop)).fields.find(
        ({ type, options }) => type === 'select' && options.length === 0,
      );
      assertThat(wrong === undefined, 'options in each field of the type select', `none in ${wrong?.name}`);
    },
  },
  {
    statement: '3.field-05',
    title: 'The rules of each payment field have their forms',
    run: (shop) =>
      assertEachField(shop, 'rules, a pattern that compiles, and a list rulesMessages', (field) => {
        const { rules, rulesMessages } = field;
        const pattern = isRecord(rules) ? toText(rules.pattern) : '';
        const areMessages = isAbsent(rulesMessages) || Array.isArray(rulesMessages);
        return isOptionalMap(rules) && areRulesRead(field) && canCompile(pattern) && areMessages;
      }),
  },
  {
    statement: '3.payment-02',
    title: 'A payment of an unknown order fails with error',
    run: async ({ post, owner }) =>
      assertNotPaid(await post('/payments', { orderId: 'no-such-order', fields: {} }, (await owner()).token)),
  },
  {
    statement: '4.payment-11',
    title: 'A payment without its required fields fails with error',
    run: async (shop) => {
      const { fields } = await readForm(shop);
      if (!fields.some(isMissing)) throw new NotChecked('an empty payment form lacks no required field');
      const { id } = await shop.order();
      assertNotPaid(await shop.post('/payments', { orderId: id, fields: {} }, (await shop.owner()).token));
    },
  },
  {
    statement: '3.payment-03',
    title: 'A payment succeeds with a step that the shop can do, or fails with error',
    run: async (shop) => {
      if (!shop.options.mayPay) throw new NotChecked('--pay allows the run to start a payment');
      const { fields } = await readForm(shop);
      const { email, token } = await shop.owner();
      const { id } = await shop.order();
      const response = await shop.post('/payments', { orderId: id, fields: fillInRequired(fields, email) }, token);
      const payment = decode(paymentResponseDecoder, response);
      if (!payment.success) return assertNotPaid(response);
      assertThat(isPossible(payment), 'redirect_post, deeplink, qr or a redirectUrl', showResponse(response));
    },
  },
];
