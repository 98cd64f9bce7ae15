import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways, getCookie, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

/** A shop whose canary has a share of 0 and an allowlist: composition 1 is live, composition 2 is the canary. */
async function openShop(regionHeader?: string) {
  const shop = await openTestGateway({ settings: { regionHeader }, isInProcess: true });
  await shop.promoteShell('live', '1.0.0');
  await promoteFake(shop.environment, [await shop.publishShell('canary', '1.1.0')], {
    canaryShare: 0,
    canaryAllowlist: { staff: true, regions: ['KA', 'MH'] },
  });
  await waitUntil(() => shop.watcher.canaries()[0], { message: 'the gateway serves the canary' });
  const getSeq = async (headers: Record<string, string> = {}): Promise<number> =>
    (await shop.get('/', headers)).json().seq;
  return { ...shop, getSeq };
}

test('serves the canary to visitors from a listed region', async () => {
  const { getSeq } = await openShop('x-region');
  expect(await getSeq({ 'x-region': 'KA' })).toBe(2);
  expect(await getSeq({ 'x-region': 'mh' })).toBe(2);
  expect(await getSeq({ 'x-region': 'TN' })).toBe(1);
  expect(await getSeq()).toBe(1);
});

test('ignores the region header of a request unless the deployment configures it', async () => {
  const { getSeq } = await openShop();
  expect(await getSeq({ 'x-region': 'KA' })).toBe(1);
});

test('serves the canary to a browser that opened a staff link, until the pass is ended', async () => {
  const { environment, get, getSeq } = await openShop();
  const { id } = await createStaffPass(environment, { by: 'asha', duration: 60_000 });
  const link = await get(`/-/staff/${id}`);
  expect(link).toMatchObject({
    statusCode: 303,
    headers: { location: '/', 'set-cookie': expect.stringMatching(/^staff=.*Max-Age=\d+.*HttpOnly.*SameSite=Lax/) },
  });
  const cookie = getCookie(link);
  expect(await getSeq({ cookie })).toBe(2);
  const end = await get('/-/staff/end', { cookie });
  expect(end.headers['set-cookie']).toMatch(/^staff=; .*Max-Age=0/);
});
