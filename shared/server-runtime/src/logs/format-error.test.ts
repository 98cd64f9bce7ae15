import { redact } from './format-error';

const id = '3f0c8f5e-8f0d-4a43-9a53-0a2f1f0f7d11';

it.each([
  [
    `preview/${id}.json is signed with the key 0123456789abcdef`,
    'preview/….json is signed with the key 0123456789abcdef',
  ],
  [
    'https://api.shop.example/api/v1/orders/TT-1?contactInfo=a%40b.in is not an address of the store API',
    'https://api.shop.example/api/v1/orders/TT-1?… is not an address of the store API',
  ],
  ['no page at /track-order?phone=9845012345', 'no page at /track-order?…'],
  ['no account for Asha.Rao+shop@mail.example.co.in here', 'no account for … here'],
  ['call 98450 12345 or +91-98450-12345', 'call … or …'],
  ['authorization: Bearer abc.def-ghi', 'authorization: Bearer …'],
  ['visitor 0123456789abcdef0123456789abcdef', 'visitor …'],
  ['redis://asha:secret@10.0.0.2/ is closed', 'redis://…@10.0.0.2/ is closed'],
  ['first\nThe shop was sold', 'first The shop was sold'],
])('removes personal data and secrets from %j', (message, expected) => {
  expect(redact(message)).toBe(expected);
});

it.each([
  'r/shell/1.0.0-0123456789ab/main.js.br has other bytes than its release says',
  'it did not start within 10000 ms: is the machine busy? Try again at 2026-11-22T10:00:00.000Z',
  'it used more than 512 MB',
])('leaves %j as it is', (message) => {
  expect(redact(message)).toBe(message);
});
