import { createSecretKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { SignJWT } from 'jose';
import { closeTestGateways, getCookie, openTestGateway, type TestGatewayOptions } from '../testing/test-gateway';

afterEach(closeTestGateways);

/** A shop whose canary has a share of 0 and an allowlist: composition 1 is live, composition 2 is the canary. */
async function openShop(settings: TestGatewayOptions['settings'] = {}) {
  const shop = await openTestGateway({ settings, isInProcess: true, pageCacheBytes: 1_000_000 });
  await shop.promoteShell('live', '1.0.0');
  await promoteFake(shop.environment, [await shop.publishShell('canary', '1.1.0')], {
    canary: { share: 0, staff: true, regions: ['KA', 'MH'], groups: ['beta'] },
  });
  await shop.waitForCanary();
  const getSeq = async (headers: Record<string, string> = {}): Promise<number> =>
    (await shop.get('/', headers)).json().seq;
  return { ...shop, getSeq };
}

test('serves the canary to visitors from a listed region when they return with the cookie', async () => {
  const { get, getSeq } = await openShop({ regionHeader: 'x-region' });
  const cookie = getCookie(await get('/'));
  expect(await getSeq({ cookie, 'x-region': 'KA' })).toBe(2);
  expect(await getSeq({ cookie, 'x-region': 'mh' })).toBe(2);
  expect(await getSeq({ cookie, 'x-region': 'TN' })).toBe(1);
  expect(await getSeq({ cookie })).toBe(1);
  expect(await getSeq({ 'x-region': 'KA' })).toBe(1);
});

test('ignores the region header of a request unless the deployment configures it', async () => {
  const { getSeq } = await openShop();
  expect(await getSeq({ 'x-region': 'KA' })).toBe(1);
});

test('serves the canary to a browser that opened a staff link, until the pass is ended', async () => {
  const { environment, get, getSeq, openLink } = await openShop();
  const { id } = await createStaffPass(environment, { by: 'asha', duration: 60_000 });
  const link = await openLink(`/-/staff/${id}`);
  expect(link).toMatchObject({
    statusCode: 303,
    headers: { location: '/', 'set-cookie': expect.stringMatching(/^staff=.*Max-Age=\d+.*HttpOnly.*SameSite=Lax/) },
  });
  const cookie = getCookie(link);
  expect(await getSeq({ cookie })).toBe(2);
  const end = await get('/-/staff/end', { cookie });
  expect(end.headers['set-cookie']).toMatch(/^staff=; .*Max-Age=0/);
});

describe('the groups of a customer', () => {
  const secret = createSecretKey(Buffer.from('a secret of the company: 32 bytes'));
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const hmac = { kind: 'cookie', name: 'groups', key: secret } as const;
  const inHeader = { kind: 'header', name: 'x-groups', key: publicKey } as const;
  const sign = (
    groups: unknown,
    {
      alg = 'HS256',
      key = secret,
      end = '1h' as string | null,
    }: { alg?: string; key?: KeyObject; end?: string | null } = {},
  ) => {
    const token = new SignJWT({ groups }).setProtectedHeader({ alg });
    return (end ? token.setExpirationTime(end) : token).sign(key);
  };

  it('in a cookie give the canary to the visitor', async () => {
    const { getSeq } = await openShop({ customerGroups: hmac });
    expect(await getSeq({ cookie: `groups=${await sign(['wholesale', 'BETA'])}` })).toBe(2);
    expect(await getSeq({ cookie: `groups=${await sign('Beta')}` })).toBe(2);
    expect(await getSeq({ cookie: `groups=${await sign(['wholesale'])}` })).toBe(1);
    expect(await getSeq()).toBe(1);
  });

  it('in a header are verified with a public key', async () => {
    const { getSeq } = await openShop({ customerGroups: inHeader });
    const token = await sign(['beta'], { alg: 'EdDSA', key: privateKey });
    expect(await getSeq({ 'x-groups': token })).toBe(2);
    expect(await getSeq({ cookie: `groups=${token}` })).toBe(1);
  });

  it('do not count in a token that is expired, has no end, is altered, or is signed with another key or algorithm', async () => {
    const { getSeq } = await openShop({ customerGroups: hmac });
    const valid = await sign(['beta']);
    const [header = '', payload = '', signature = ''] = valid.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const token of [
      await sign(['beta'], { end: '1 second ago' }),
      await sign(['beta'], { end: null }),
      await sign(['beta'], { key: createSecretKey(Buffer.from('another secret, also of 32 bytes.')) }),
      await sign(['beta'], { alg: 'EdDSA', key: privateKey }),
      await sign(['beta'], { alg: 'HS512', key: createSecretKey(Buffer.alloc(64, 'a secret')) }),
      await sign('wholesale'),
      await sign({ beta: true }),
      `${header}.${encode({ groups: ['beta'], exp: 9_999_999_999 })}.${signature}`,
      `${encode({ alg: 'none' })}.${payload}.`,
      'beta',
      '',
    ]) {
      expect({ token, seq: await getSeq({ cookie: `groups=${token}` }) }).toEqual({ token, seq: 1 });
    }
    expect(await getSeq({ cookie: `groups=${valid}` })).toBe(2);
  });

  it('do not count when a secret is the text of the public key', async () => {
    const { getSeq } = await openShop({ customerGroups: inHeader });
    const text = publicKey.export({ type: 'spki', format: 'pem' });
    const token = await sign(['beta'], { key: createSecretKey(Buffer.from(text)) });
    expect(await getSeq({ 'x-groups': token })).toBe(1);
  });

  it('keep the documents of members and of other visitors apart in the cache', async () => {
    const { get } = await openShop({ customerGroups: hmac });
    const cookie = `groups=${await sign(['beta'])}`;
    for (const [headers, seq] of [
      [{ cookie }, 2],
      [{}, 1],
      [{ cookie }, 2],
      [{}, 1],
    ] as const) {
      const response = await get('/', headers);
      expect(response.json().seq).toBe(seq);
      expect(response.headers['cache-control']).toBe('private, no-cache');
    }
  });

  it('count for nothing unless the deployment has a key', async () => {
    const { getSeq } = await openShop();
    expect(await getSeq({ cookie: `groups=${await sign(['beta'])}` })).toBe(1);
  });
});
