import { rollout } from '@shop/releases/actions/rollout';
import { createStaffPass } from '@shop/releases/signed-links/staff-pass';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways, getCookie, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

/** A shop whose canary has a share of 0 and an allowlist: composition 1 is live, composition 2 is the canary. */
async function openShop(regionHeader?: string) {
  const shop = await openTestGateway(regionHeader ? { settings: { regionHeader } } : {});
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

test('rejects an expired or unknown staff pass', async () => {
  const { environment, get, getSeq } = await openShop();
  const { id } = await createStaffPass(environment, { by: 'asha', duration: -1 });
  const link = await get(`/-/staff/${id}`);
  expect(link).toMatchObject({ statusCode: 404, body: expect.stringContaining('ask for a new link') });
  expect(await getSeq({ cookie: `staff=${id}` })).toBe(1);
  expect(await getSeq({ cookie: 'staff=../../env' })).toBe(1);
});

test('rejects a staff pass that was signed with an untrusted key', async () => {
  const { environment, errors, getSeq } = await openShop();
  const stranger = createTestEnvironment(environment.store);
  const { id } = await createStaffPass(stranger, { by: 'mallory', duration: 60_000 });
  expect(await getSeq({ cookie: `staff=${id}` })).toBe(1);
  expect(errors).toEqual([expect.stringContaining('which is not trusted here')]);
});

test('keeps a visitor in the canary when the share rises', async () => {
  const { environment, get, getSeq, watcher } = await openShop();
  const cookie = getCookie(await get('/'));
  const served = [await getSeq({ cookie })];
  for (const share of [20, 60, 100]) {
    await rollout(environment, share, testAuthor, passingGates);
    await waitUntil(() => watcher.canaries()[0]?.share === share, { message: `the canary has a share of ${share}` });
    served.push(await getSeq({ cookie }));
  }
  expect(served).toEqual([...served].sort());
  expect([served[0], served.at(-1)]).toEqual([1, 2]);
});
