import { getReleasePrefix } from '@shop/releases/release/release';
import { createPreview } from '@shop/releases/signed-links/preview';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { readLiveState } from '@shop/releases/state/live-state';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';
import { formatError, formatErrorWithStack, redact } from './format-error';

afterEach(closeTestGateways);

const id = '3f0c8f5e-8f0d-4a43-9a53-0a2f1f0f7d11';

it.each([
  [
    `preview/${id}.json is signed with the key 0123456789abcdef`,
    'preview/….json is signed with the key 0123456789abcdef',
  ],
  [
    'https://api.shop.example/api/v1/orders/TT-1?contactInfo=a%40b.in is no address of the store API',
    'https://api.shop.example/api/v1/orders/TT-1?… is no address of the store API',
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

it('formats a stack without the message and the properties of the error', () => {
  const error = Object.assign(new TypeError('asha@example.com\nis no number'), { body: { phone: '9845012345' } });
  const text = formatErrorWithStack(error);
  expect(text).toMatch(/^TypeError: … is no number\n\s+at .*format-error\.test\.ts/);
  expect(text).not.toMatch(/asha|98450/);
});

it('formats the errors of untrusted previews and staff passes without the ids that give access', async () => {
  const { environment, errors, get, promoteShell } = await openTestGateway();
  const release = await promoteShell('one', '1.0.0');
  const state = await readLiveState(environment);
  if (!state) throw new Error('nothing is live');
  // Another shop's key signs the links in this shop's release store.
  const stranger = { ...environment, signingKey: createTestEnvironment(environment.store).signingKey };
  const preview = await createPreview(stranger, state.live, { by: 'asha', duration: 60_000 });
  const pass = await createStaffPass(stranger, { by: 'asha', duration: 60_000 });
  await get(`/-/preview/${preview.id}`);
  await get(`/-/staff/${pass.id}`);
  expect(errors.join()).toContain(preview.id);
  expect(errors.map(formatError)).toEqual([
    expect.stringMatching(/^preview\/…\.json is signed with the key [0-9a-f]{16}, which is not trusted here$/),
    expect.stringMatching(/^staff\/…\.json is signed with the key/),
  ]);
  expect(formatError(`${getReleasePrefix(release)}main.js`)).toBe(`${getReleasePrefix(release)}main.js`);
});
