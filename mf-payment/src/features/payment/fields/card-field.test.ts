import { aPaymentFieldOnScreen } from '@shop/testing/builders';
import { getCardToken } from './card-field';
import { formatKeystroke, valueOnBlur } from './field-value';

it.each([
  ['cardNumber', 'cc-number'],
  ['card_number', 'cc-number'],
  ['cardNo', 'cc-number'],
  ['cc-num', 'cc-number'],
  ['cardName', 'cc-name'],
  ['cardHolder', 'cc-name'],
  ['card_holder_name', 'cc-name'],
  ['nameOnCard', 'cc-name'],
  ['cardExpiry', 'cc-exp'],
  ['expiry', 'cc-exp'],
  ['exp_date', 'cc-exp'],
  ['validThru', 'cc-exp'],
  ['expMonth', 'cc-exp-month'],
  ['card_exp_year', 'cc-exp-year'],
  ['cardCvv', 'cc-csc'],
  ['CVC', 'cc-csc'],
  ['cvv2', 'cc-csc'],
  ['securityCode', 'cc-csc'],
  ['upiId', undefined],
  ['accountNumber', undefined],
  ['giftCardMessage', undefined],
  ['name', undefined],
  ['experience', undefined],
])('finds what the browser fills into the field %s: %p', (name, token) => expect(getCardToken({ name })).toBe(token));

const expiry = aPaymentFieldOnScreen({ name: 'cardExpiry', mask: '99/99' });

/** Types a text key by key at the end of the field. */
const typeInto = (text: string, start = '') =>
  [...text].reduce(
    (value, key) => formatKeystroke(expiry, { text: value + key, caret: value.length + 1 }, value).text,
    start,
  );

it.each([
  ['1230', '12/30'],
  ['12/30', '12/30'],
  ['12-30', '12/30'],
  ['12 30', '12/30'],
  ['12/2030', '12/30'],
  ['122030', '12/30'],
  ['12 2030', '12/30'],
  ['१२/२०३०', '12/30'],
  ['1/30', '01/30'],
  ['1/2030', '01/30'],
  ['Dec 2030', '12/30'],
  ['दिसंबर 2030', '12/30'],
  ['31/12/2030', '12/30'],
  ['12/305', '12/30'],
  ['13/2030', '13/2030'],
  ['12/203', '12/203'],
  ['soon', 'soon'],
])('reads the typed date %s as %s', (typed, value) => {
  expect(valueOnBlur(expiry, typeInto(typed))).toBe(value);
});

it.each([
  ['12/2030', '12/30'],
  ['2030-12', '12/30'],
  ['203012', '12/30'],
  ['December 2030', '12/30'],
  ['Valid thru 12/30', '12/30'],
  ['1.2030', '01/30'],
])('reads the pasted or autofilled date %s as %s at once', (text, value) => {
  expect(formatKeystroke(expiry, { text, caret: text.length }, '').text).toBe(value);
});

it('lets a wrong first digit be replaced', () => {
  const shorter = formatKeystroke(expiry, { text: '2/30', caret: 0 }, '12/30').text;
  expect(shorter).toBe('2/30');
  expect(formatKeystroke(expiry, { text: '02/30', caret: 1 }, shorter)).toEqual({ text: '02/30', caret: 1 });
});

it('keeps another notation of a field whose mask is not that of a month', () => {
  const field = aPaymentFieldOnScreen({ name: 'cardExpiry', mask: '99/9999' });
  expect(formatKeystroke(field, { text: '12/2030', caret: 7 }, '').text).toBe('12/2030');
});
