import { deeplinkTarget, isUpiLink, redirectTarget } from './redirect-target';

const shop = 'shop.example';

it.each([
  ['https://pay.example/start?a=1#b', shop],
  ['http://localhost:8044/bank', 'localhost'],
  ['http://[::1]:8044/bank', '127.0.0.1'],
])('allows the redirect %p from a page of %p [R.25-1]', (address, pageHostname) =>
  expect(redirectTarget(address, pageHostname)).toBe(address),
);

it.each([
  ['http://pay.example/', 'localhost'],
  ['http://localhost.evil.example/', 'localhost'],
  ['http://localhost:8044/bank', shop],
])('rejects the redirect %p from a page of %p [R.25-1]', (address, pageHostname) =>
  expect(redirectTarget(address, pageHostname)).toBeNull(),
);

it('allows a path of the shop [4.payment-09]', () => {
  expect(redirectTarget('/order-success?order=1#top', shop)).toBe('/order-success?order=1#top');
});

it.each([
  'http://pay.example/',
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://shop.example/1',
  'upi://pay?pa=a@b',
  'intent://pay#Intent;end',
  'pay.example',
  '',
  'https://',
  // Another host that looks like a path.
  '//evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '/\\evil.example',
  '/..//evil.example',
  '/orders/../\\evil.example',
  '/%2e//evil.example',
])('rejects the redirect %j [R.25-4]', (address) => expect(redirectTarget(address, shop)).toBeNull());

it.each([
  'https://pay.example@evil.example/',
  'https://pay.example:443@evil.example/',
  'https://pay.example%2f@evil.example/',
])('rejects %p, which hides its host behind a user name', (address) => {
  expect(redirectTarget(address, shop)).toBeNull();
  expect(deeplinkTarget(address, shop)).toBeNull();
});

const intent = (extras: string) => `intent://pay?pa=a@b#Intent;${extras};end`;
const fallback = (url: string) => `S.browser_fallback_url=${encodeURIComponent(url)}`;

it.each([
  'https://pay.example/',
  'upi://pay?pa=shop@bank&am=499.00',
  'phonepe://pay?x=1',
  'paytmmp://pay',
  'gpay://upi/pay',
  'tez://upi/pay',
  intent(`scheme=upi;package=com.phonepe.app;${fallback('https://pay.example/web')}`),
  intent(`${fallback('https://pay.example/web')}`),
])('allows the deeplink %p [R.25-2]', (address) => expect(deeplinkTarget(address, shop)).toBe(address));

it.each([
  'http://pay.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  'whatsapp://send',
  'market://details?id=x',
  'upi',
  intent('scheme=upi'),
  intent(`scheme=upi;${fallback('http://pay.example/')}`),
  intent(`scheme=upi;${fallback('javascript:alert(1)')}`),
  intent(`scheme=upi;${fallback('https://pay.example@evil.example/')}`),
  intent(`${fallback('https://pay.example/')};${fallback('javascript:alert(1)')}`),
  intent('S.browser_fallback_url=%E0%A4%A'),
  intent(`scheme=file;${fallback('https://pay.example/')}`),
  'intent://pay',
])('rejects the deeplink %p [R.25-3]', (address) => expect(deeplinkTarget(address, shop)).toBeNull());

it('needs nothing that Chrome 105 does not have', () => {
  const canParse = jest.spyOn(URL, 'canParse').mockImplementation(() => {
    throw new TypeError('URL.canParse is not a function');
  });
  expect(redirectTarget('https://pay.example/', shop)).toBe('https://pay.example/');
  canParse.mockRestore();
});

test('isUpiLink detects a UPI link by its scheme', () => {
  expect(isUpiLink('UPI://pay?pa=a@b')).toBe(true);
  expect(isUpiLink('https://pay.example/upi://pay')).toBe(false);
  expect(isUpiLink('00020101021226')).toBe(false);
});
