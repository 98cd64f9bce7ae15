import type { PaymentAction, PaymentResponse } from '@shop/api-contract/decoders/payment';
import { readOutcome } from './payment-outcome';

const action = (more: Partial<PaymentAction>): { action: PaymentAction } => ({
  action: { type: '', redirectUrl: '', formParams: { type: '', url: '', data: {} }, qr: '', qrBase64: '', ...more },
});
const outcome = (more: Partial<PaymentResponse>) =>
  readOutcome({ success: true, error: '', redirectUrl: '', ...more }, 'shop.example');

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const page = 'https://pay.example/';

const scan = (code: object) => ({ kind: 'scan', code });
const pngCode = scan({ kind: 'picture', source: `data:image/png;base64,${png}` });
const link = 'upi://pay?pa=a@b';

it('reads redirect_post as a post of type, url and every entry of data [3.payment-02 3.payment-03 R.32-1]', () => {
  const formParams = { type: 'POST', url: 'https://bank.example', data: { submit: 'yes', sum: ' a= ' } };
  expect(outcome(action({ type: 'redirect_post', redirectUrl: page, formParams }))).toEqual({
    kind: 'post',
    url: page,
    entries: [
      ['type', 'POST'],
      ['url', 'https://bank.example'],
      ['submit', 'yes'],
      ['sum', ' a= '],
    ],
  });
});

it('posts no entry that the server left out [3.payment-02]', () => {
  const formParams = { type: '', url: '', data: { a: '' } };
  expect(outcome(action({ type: 'redirect_post', redirectUrl: page, formParams }))).toMatchObject({
    entries: [['a', '']],
  });
});

it.each<[name: string, reply: Partial<PaymentResponse>, expected: object]>([
  [
    'a response without success',
    { success: false, error: 'Declined', redirectUrl: page },
    { kind: 'declined', reason: 'Declined' },
  ],
  ['a deeplink to an app', action({ type: 'deeplink', redirectUrl: link }), { kind: 'app', url: link }],
  ['a deeplink to a page', action({ type: 'deeplink', redirectUrl: page }), { kind: 'visit', url: page }],
  ['a plain redirect', { redirectUrl: page }, { kind: 'visit', url: page }],
  [
    'an action without an address',
    { redirectUrl: page, ...action({ type: 'deeplink' }) },
    { kind: 'visit', url: page },
  ],
  ['an unknown action', action({ type: 'carrier_pigeon', redirectUrl: page }), { kind: 'visit', url: page }],
  ['a text before an image', action({ type: 'qr', qr: link, qrBase64: png }), scan({ kind: 'text', text: link })],
  ['an image without a text', action({ type: 'qr', qrBase64: png }), pngCode],
  ['an image and a text that is too long', action({ type: 'qr', qr: 'न'.repeat(1000), qrBase64: png }), pngCode],
  ['a success without an action', {}, { kind: 'started' }],
  ['an unknown action without an address', action({ type: 'carrier_pigeon' }), { kind: 'started' }],
])('reads the next step from %s [3.payment-02 3.payment-03]', (_name, reply, expected) =>
  expect(outcome(reply)).toEqual(expected),
);

it.each([
  [`data:image/png;base64,${png}`, `data:image/png;base64,${png}`],
  [`data:image/svg+xml;base64,${png}`, `data:image/png;base64,${png}`],
  [`${png.slice(0, 20)}\n${png.slice(20)}`, `data:image/png;base64,${png}`],
  ['/9j/4AAQSkZJRg==', 'data:image/jpeg;base64,/9j/4AAQSkZJRg=='],
])(
  'detects the type of image %# by its bytes, with or without a data prefix [3.payment-02 R.26-1]',
  (qrBase64, source) => expect(outcome(action({ type: 'qr', qrBase64 }))).toMatchObject({ code: { source } }),
);

it.each([
  ['an unsafe redirect', { redirectUrl: 'javascript:alert(1)' }],
  ['an unsafe post', action({ type: 'redirect_post', redirectUrl: 'data:text/html,x' })],
  ['a post to nowhere', action({ type: 'redirect_post' })],
  ['an app link as a plain redirect', { redirectUrl: 'upi://pay' }],
  ['an unsafe deeplink', action({ type: 'deeplink', redirectUrl: 'javascript:alert(1)' })],
  ['a code of nothing', action({ type: 'qr' })],
  ['a code that is not a picture', action({ type: 'qr', qrBase64: 'PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+' })],
  ['a picture with markup in it', action({ type: 'qr', qrBase64: `${png}"><script>` })],
  ['a text too long for any code', action({ type: 'qr', qr: 'x'.repeat(2954) })],
])('reads %s as unusable [3.payment-02]', (_name, more) => expect(outcome(more)).toEqual({ kind: 'unusable' }));
