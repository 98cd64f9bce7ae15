import {
  type PaymentField,
  type PaymentResponse,
  paymentFieldsDecoder,
  paymentResponseDecoder,
} from '@shop/api-contract/decoders/payment';
import { isRecord, toText } from '@shop/api-contract/decoders/values';
import { assertRefused, assertThat, decode, hasErrorText, NotChecked, show, showResponse } from '../assertions';
import type { Check } from '../check';
import type { ApiResponse } from '../client';
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

function canCompile(pattern: unknown): boolean {
  if (pattern === undefined) return true;
  try {
    return typeof pattern === 'string' && new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** A payment that is not made is a refusal, or `success: false` with the text that the shopper reads. */
function assertNotPaid(response: ApiResponse): void {
  const { status, json } = response;
  const hasFailed = status < 300 && isRecord(json) && json.success === false && hasErrorText(json);
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
      assertEachField(shop, 'rules, a pattern that compiles, and a list rulesMessages', ({ rules, rulesMessages }) => {
        const { minLength, maxLength, pattern } = isRecord(rules) ? rules : {};
        const areLengths = [minLength, maxLength].every((length) => length === undefined || typeof length === 'number');
        const areMessages = rulesMessages === undefined || Array.isArray(rulesMessages);
        return (rules === undefined || isRecord(rules)) && areLengths && canCompile(pattern) && areMessages;
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
      const isRequired = (await readForm(shop)).fields.some(({ rules }) => rules.required);
      if (!isRequired) throw new NotChecked('the payment form has no required field');
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
      const required = fields.filter(({ rules }) => rules.required);
      const values = Object.fromEntries(required.map((field) => [field.name, fillIn(field, email)]));
      const { id } = await shop.order();
      const response = await shop.post('/payments', { orderId: id, fields: values }, token);
      const payment = decode(paymentResponseDecoder, response);
      if (!payment.success) return assertNotPaid(response);
      assertThat(isPossible(payment), 'redirect_post, deeplink, qr or a redirectUrl', showResponse(response));
    },
  },
];
