import type { ApiError } from '@shop/api-client/api-error';
import { createTexts } from '@shop/language/texts';
import { describeFailure } from './failure-reason';

const t = createTexts({ code: 'en', catalog: {} });
const status = (code: number, message = ''): ApiError => ({ kind: 'status', status: code, message });

it.each<[ApiError, string]>([
  [
    { kind: 'no-response', message: 'TypeError: Failed to fetch' },
    'The shop did not respond. Check your connection, then try again.',
  ],
  [
    { kind: 'malformed', message: 'SyntaxError' },
    'The shop has a problem at the moment. Please try again in a few minutes.',
  ],
  [status(503, 'pool exhausted'), 'The shop has a problem at the moment. Please try again in a few minutes.'],
  [status(429, 'Rate limit'), 'Too many attempts. Please wait a few minutes, then try again.'],
  [status(409, 'This order is already paid.'), 'This order is already paid.'],
  [
    status(422, 'The size XL is not available for boAt Shirt: choose M.'),
    'The size XL is not available for boAt Shirt: choose M.',
  ],
  [status(400, 'The first name must have at most 100 characters.'), 'The first name must have at most 100 characters.'],
  [status(400), 'The shop did not accept what was sent. Please check what you entered.'],
  [
    status(400, 'firstName must have at most 100 characters.'),
    'The shop did not accept what was sent. Please check what you entered.',
  ],
  [
    status(400, 'body/shippingAddress must NOT be longer'),
    'The shop did not accept what was sent. Please check what you entered.',
  ],
  [
    status(400, 'products.a1 must be at most 10000.'),
    'The shop did not accept what was sent. Please check what you entered.',
  ],
])('describes the failure %j as %p', (error, text) => {
  expect(describeFailure(error, t).text).toBe(text);
});

it('says that the device is offline, and marks the language of the server', () => {
  const online = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(describeFailure({ kind: 'no-response', message: '' }, t).text).toBe(
    'You are offline. Connect to the internet, then try again.',
  );
  online.mockRestore();
  const hindi = createTexts({ code: 'hi', catalog: {} });
  expect(describeFailure(status(409, 'Paid'), hindi)).toEqual({ text: 'Paid', lang: 'en' });
  expect(describeFailure(status(409, 'भुगतान हो चुका है।'), hindi)).toEqual({ text: 'भुगतान हो चुका है।' });
});
