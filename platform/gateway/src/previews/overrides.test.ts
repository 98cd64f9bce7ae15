import { publish } from '@shop/releases/release/publish';
import { createOverride, maxOverrideDuration } from '@shop/releases/signed-links/override';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { signDocument } from '@shop/releases/signing/signed-document';
import type { Environment } from '@shop/releases/state/environment';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { closeTestGateways, getCookie, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

const shop = 'https://staging.shop.example';
const remote = {
  name: 'mf-reviews',
  version: '0.2.0',
  base: 'http://127.0.0.1:21010/',
  entry: 'remote-entry.js',
  global: 'mf_reviews_0_2_0',
  paths: [{ id: 'reviews', pattern: '/reviews', access: 'open' as const }],
  slots: [],
  links: [],
};
const hour = 3_600_000;

/** Opens the gateway of a staging shop, with a staff pass. */
async function openStaging(settings: { publicUrl?: string } = { publicUrl: shop }) {
  const gateway = await openTestGateway({ env: 'staging', isInProcess: true, settings, pageCacheBytes: 1024 * 1024 });
  const { environment, openLink } = gateway;
  const server = createFakeShellBundle({
    data: {},
    html: ({ composition }) => `<html><body>${JSON.stringify(composition.remotes)}</body></html>`,
  });
  const shell = { appRoot: writeFakeBuild({ app: 'shell', version: '1.0.0', server }), commit: '' };
  await gateway.promoteRelease(await publish(environment.store, shell));
  const staff = `staff=${(await createStaffPass(environment, { by: 'asha', duration: hour })).id}`;
  const create = (changes: Partial<typeof remote> = {}, duration = hour, signer: Environment = environment) =>
    createOverride(signer, { ...remote, ...changes }, { shop, by: 'asha', duration });
  /** Writes a link whose content `createOverride` would not write. */
  const write = async (changes: object, signer = environment) => {
    const { id, ...link } = await create();
    const written = { ...link, id: id.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a')), ...changes };
    await environment.store.putIfAbsent(
      `override/${written.id}.json`,
      signDocument('override', written, signer.signingKey),
    );
    return written.id;
  };
  const open = (id: string, cookie = staff) => openLink(`/-/override/${id}`, { cookie });
  return { ...gateway, staff, create, write, open };
}

test('shows staff one remote from their own machine, in the live composition, until they end it', async () => {
  const { get, staff, create, open, pageCache } = await openStaging();
  const { id, expiresAt } = await create();
  const find = jest.spyOn(pageCache ?? { find: () => null }, 'find');
  const link = await open(id);
  expect(link).toMatchObject({
    statusCode: 303,
    headers: { location: '/', 'set-cookie': expect.stringMatching(/^override=.*Max-Age=\d+.*HttpOnly/) },
  });
  const cookie = `${staff}; ${getCookie(link)}`;
  const document = await get('/reviews', { cookie });
  expect(document.headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' });
  expect(document.statusCode).toBe(200);
  expect(document.body).toContain('"base":"http://127.0.0.1:21010/"');
  const until = `${expiresAt.slice(0, 16).replace('T', ' ')} UTC`;
  expect(document.body).toContain(
    `mf-reviews 0.2.0 from http://127.0.0.1:21010 is added in this browser, until ${until}. <a href="/-/override/end"`,
  );
  expect(find).not.toHaveBeenCalled();
  const end = await get('/-/override/end', { cookie });
  expect(end.headers['set-cookie']).toMatch(/^override=; .*Max-Age=0/);
});

test('allows the origin of that one server and its socket, and no other server', async () => {
  const { get, staff, create } = await openStaging();
  const { id } = await create();
  const policyOf = async (cookie: string) => String((await get('/', { cookie })).headers['content-security-policy']);
  const policy = await policyOf(`${staff}; override=${id}`);
  expect(policy).toMatch(/script-src 'self' [^;]* http:\/\/127\.0\.0\.1:21010;/);
  expect(policy).toMatch(/connect-src 'self' [^;]* http:\/\/127\.0\.0\.1:21010 ws:\/\/127\.0\.0\.1:21010;/);
  // Payment forms may post to any server of the same machine on every page, and the store API of this shop is on another.
  const hosts = policy.replace(/form-action[^;]*/, '').match(/(127\.0\.0\.1|localhost)(:[\d*]+)?/g);
  expect(new Set(hosts)).toEqual(new Set(['127.0.0.1:21010']));
  expect(policy).not.toContain('unsafe-eval');
  expect(await policyOf(staff)).not.toContain('21010');
});

test('refuses a link to a browser without a staff pass, and ignores the cookie when the pass is gone', async () => {
  const { get, create, open } = await openStaging();
  const { id } = await create();
  for (const cookie of ['', 'staff=00000000-0000-0000-0000-000000000000']) {
    expect(await open(id, cookie)).toMatchObject({
      statusCode: 403,
      body: expect.stringContaining('is for staff: open a staff link in this browser first'),
    });
    expect((await get('/', { cookie: `${cookie}; override=${id}` })).body).not.toContain('Override');
  }
});

test.each<[string, (shop: Awaited<ReturnType<typeof openStaging>>) => Promise<string>, string]>([
  [
    'is unknown',
    async () => '11111111-1111-1111-1111-111111111111',
    'There is no such override link: ask for a new link.',
  ],
  ['has expired', async ({ create }) => (await create({}, -1)).id, 'This override link has expired at 20'],
  [
    'is valid for too long',
    ({ write }) => write({ expiresAt: new Date(Date.now() + maxOverrideDuration + hour).toISOString() }),
    'is valid for more than a day',
  ],
  [
    'was signed with an untrusted key',
    async ({ create, environment }) => (await create({}, hour, createTestEnvironment(environment.store, 'staging'))).id,
    'which is not trusted here',
  ],
  ['is for another environment', ({ write }) => write({ env: 'qa' }), 'is for the environment qa, not for staging'],
  [
    'is for another shop',
    ({ write }) => write({ shop: 'https://other.example' }),
    'is for https://other.example, not for https://staging.shop.example',
  ],
  [
    'names a server on another machine',
    ({ write }) => write({ remote: { ...remote, base: 'http://10.0.0.2:21010/' } }),
    "it is not an address of a server on the visitor's machine",
  ],
  [
    'hides another host behind a user name',
    ({ write }) => write({ remote: { ...remote, base: 'http://127.0.0.1:21010@evil.example/' } }),
    "it is not an address of a server on the visitor's machine",
  ],
  [
    'contains a password',
    ({ write }) => write({ remote: { ...remote, base: 'http://a:b@127.0.0.1:21010/' } }),
    "it is not an address of a server on the visitor's machine",
  ],
  [
    'names an entry on another host',
    ({ write }) => write({ remote: { ...remote, entry: '//evil.example/x.js' } }),
    'remote.entry',
  ],
])('refuses a link that %s, with the reason, and shows the live shop', async (_what, prepare, message) => {
  const staging = await openStaging();
  const id = await prepare(staging);
  const refused = await staging.open(id);
  expect(refused.statusCode).toBe(404);
  expect(refused.body).toContain(message);
  expect(refused.headers).not.toHaveProperty('set-cookie');
  const { body } = await staging.get('/', { cookie: `${staging.staff}; override=${id}` });
  expect(body).toBe('<html><body>[]</body></html>');
});

test('refuses a link that a key for previews has signed', async () => {
  const { environment, create, open, errors } = await openStaging();
  const other = createTestEnvironment(environment.store, 'staging');
  const [[keyId, key] = []] = [...other.trusted];
  const restricted = environment.trusted as Map<string, typeof key>;
  restricted.set(`preview ${keyId}`, key);
  const { id } = await create({}, hour, other);
  expect((await open(id)).body).toContain('which is not trusted here');
  expect(errors).toHaveLength(1);
  restricted.set(`override ${keyId}`, key);
  expect((await open(id)).statusCode).toBe(303);
});

test('refuses every override link where the deployment does not show them', async () => {
  const production = await openTestGateway({ isInProcess: true });
  await production.promoteShell('live', '1.0.0');
  const { id } = await createOverride({ ...production.environment, name: 'staging' }, remote, {
    ...{ shop, by: 'asha', duration: hour },
  });
  const staff = `staff=${(await createStaffPass(production.environment, { by: 'asha', duration: hour })).id}`;
  expect(await production.get(`/-/override/${id}`, { cookie: staff })).toMatchObject({
    statusCode: 403,
    body: expect.stringContaining('This shop shows no override links: its gateway does not have OVERRIDE_LINKS=on'),
  });
  expect((await production.get('/', { cookie: `${staff}; override=${id}` })).body).not.toContain('Override');
});
