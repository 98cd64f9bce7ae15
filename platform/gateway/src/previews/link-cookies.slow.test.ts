import { createPreview } from '@shop/releases/signed-links/preview';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { closeTestGateways, getCookie, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

const author = { by: 'asha', duration: 60_000 };

/** Opens a shop with the shell "live". A preview, and a canary for staff, have the shell "next". */
async function openShop() {
  const shop = await openTestGateway({
    isInProcess: true,
    settings: { publicUrl: 'https://shop.example', trustedProxies: ['loopback'] },
  });
  await shop.promoteShell('live', '1.0.0');
  const next = await shop.publishShell('next', '2.0.0');
  await promoteFake(shop.environment, [next], { canary: { share: 0, staff: true } });
  await shop.waitForCanary();
  const { id: preview } = await createPreview(shop.environment, { shell: next, remotes: [] }, author);
  const { id: staff } = await createStaffPass(shop.environment, author);
  /** Headers of a request whose connection to the proxy has this scheme. */
  const over = (scheme: string) => ({ host: 'shop.example', 'x-forwarded-proto': scheme });
  const readShell = async (scheme: string, cookie: string) =>
    (await shop.get('/', { ...over(scheme), cookie })).json<{ shell: string }>().shell;
  const openLink = (kind: 'preview' | 'staff', scheme: string) =>
    shop.openLink(`/-/${kind}/${ids[kind]}`, over(scheme));
  const ids = { preview, staff };
  return { ...shop, ids, openLink, over, readShell };
}

describe.each(['preview', 'staff'] as const)('the cookie of the link of a %s', (kind) => {
  it('has a name with TLS that no other host of the domain can set', async () => {
    const { ids, openLink, readShell } = await openShop();
    const link = await openLink(kind, 'https');
    const cookie = String(link.headers['set-cookie']);
    expect(cookie).toMatch(new RegExp(`^__Host-${kind}=${ids[kind]};.*Path=/;.*Secure`));
    expect(cookie).not.toContain('Domain');
    expect(await readShell('https', getCookie(link))).toBe('next');
    expect(await readShell('https', `${kind}=${ids[kind]}`)).toBe('live');
  });

  it('is taken away under the same name', async () => {
    const { get, over } = await openShop();
    const { headers } = await get(`/-/${kind}/end`, over('https'));
    expect(headers['set-cookie']).toMatch(new RegExp(`^__Host-${kind}=;.*Max-Age=0`));
  });

  it('has a usual name without TLS, where browsers reject the prefix', async () => {
    const { openLink, readShell } = await openShop();
    const link = await openLink(kind, 'http');
    expect(link.headers['set-cookie']).toMatch(new RegExp(`^${kind}=`));
    expect(await readShell('http', getCookie(link))).toBe('next');
  });
});
