import { createPreview } from '@shop/releases/signed-links/preview';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { closeTestGateways, getCookie, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

const author = { by: 'asha', duration: 60_000 };

/** Opens a shop with the shell "live". A preview, and a canary for staff, have the shell "next". */
async function openShop(publicUrl = 'https://shop.example') {
  const shop = await openTestGateway({
    isInProcess: true,
    settings: { publicUrl, trustedProxies: ['loopback'] },
  });
  await shop.promoteShell('live', '1.0.0');
  const next = await shop.publishShell('next', '2.0.0');
  await promoteFake(shop.environment, [next], { canary: { share: 0, staff: true } });
  await shop.waitForCanary();
  const { id: preview } = await createPreview(shop.environment, { shell: next, remotes: [] }, author);
  const { id: staff } = await createStaffPass(shop.environment, author);
  /** Headers of a request whose connection to the proxy has this scheme. */
  const over = (scheme: string, host = 'shop.example') => ({ host, 'x-forwarded-proto': scheme });
  const readShell = async (headers: ReturnType<typeof over>, cookie: string) =>
    (await shop.get('/', { ...headers, cookie })).json<{ shell: string }>().shell;
  const openLink = (kind: 'preview' | 'staff', headers: ReturnType<typeof over>) =>
    shop.openLink(`/-/${kind}/${ids[kind]}`, headers);
  const ids = { preview, staff };
  return { ...shop, ids, openLink, over, readShell };
}

describe.each(['preview', 'staff'] as const)('the cookie of the link of a %s', (kind) => {
  it.each([
    ['https', 'https://shop.example'],
    // Balancers in a row speak plain HTTP to each other.
    ['https,http', 'https://shop.example'],
    ['http', 'https://shop.example'],
    ['https', 'http://shop.example'],
  ])('has a name that no other host of the domain can set, with the scheme %s and SHOP_URL %s', async (scheme, url) => {
    const { ids, openLink, over, readShell } = await openShop(url);
    const link = await openLink(kind, over(scheme));
    const cookie = String(link.headers['set-cookie']);
    expect(cookie).toMatch(new RegExp(`^__Host-${kind}=${ids[kind]};.*Path=/;.*Secure`));
    expect(cookie).not.toContain('Domain');
    expect(await readShell(over(scheme), getCookie(link))).toBe('next');
    expect(await readShell(over(scheme), `${kind}=${ids[kind]}`)).toBe('live');
  });

  it('is taken away under the same name', async () => {
    const { get, over } = await openShop();
    const { headers } = await get(`/-/${kind}/end`, over('https'));
    expect(headers['set-cookie']).toMatch(new RegExp(`^__Host-${kind}=;.*Max-Age=0`));
  });

  it.each([
    ['http://shop.example', 'shop.example'],
    ['https://shop.example', '10.0.0.1:3000'],
    ['https://shop.example', 'localhost:3000'],
  ])('has a usual name without TLS, where browsers reject the prefix: SHOP_URL %s, host %s', async (url, host) => {
    const { openLink, over, readShell } = await openShop(url);
    const link = await openLink(kind, over('http', host));
    expect(link.headers['set-cookie']).toMatch(new RegExp(`^${kind}=`));
    expect(link.headers['set-cookie']).not.toContain('Secure');
    expect(await readShell(over('http', host), getCookie(link))).toBe('next');
  });
});
