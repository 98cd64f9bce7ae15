import { halt } from '@shop/releases/actions/rollout';
import { testAuthor } from '@shop/releases/testing/test-environment';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways, getCookie, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

/** A shop with the live shell "live" and, as its canary, the shell "canary". */
async function openShopWithCanary(share: number) {
  const shop = await openTestGateway();
  await shop.promoteShell('live', '1.0.0');
  const withoutCanary = await shop.get('/');
  const release = await shop.publishShell('canary', '1.1.0');
  await promoteFake(shop.environment, [release], { canaryShare: share });
  await waitUntil(() => shop.watcher.canaries()[0], { message: 'the gateway serves the canary' });
  return { ...shop, withoutCanary };
}

test('sets a visitor cookie only while a canary runs', async () => {
  const { get, withoutCanary } = await openShopWithCanary(50);
  expect(withoutCanary.headers['set-cookie']).toBeUndefined();
  expect((await get('/')).headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'set-cookie': expect.stringMatching(/^visitor=[0-9a-f-]{36}; .*HttpOnly.*SameSite=Lax/),
  });
});

test('serves a canary to its share of the visitors, and the same composition to a visitor each time', async () => {
  const { get } = await openShopWithCanary(50);
  const visitorCounts = new Map<string, number>();
  for (let index = 0; index < 200; index++) {
    const response = await get('/');
    const { shell } = response.json();
    visitorCounts.set(shell, (visitorCounts.get(shell) ?? 0) + 1);
    const next = await get('/products', { cookie: getCookie(response) });
    expect(next.json().shell).toBe(shell);
    expect(next.headers['set-cookie']).toBeUndefined();
  }
  expect([...visitorCounts.keys()].sort()).toEqual(['canary', 'live']);
  // Six standard deviations of 200 draws with a chance of one in two.
  expect(Math.abs((visitorCounts.get('canary') ?? 0) - 100)).toBeLessThan(43);
});

test('serves the live composition to every visitor after a halt', async () => {
  const { environment, get, watcher } = await openShopWithCanary(100);
  expect((await get('/')).json()).toMatchObject({ shell: 'canary' });
  await halt(environment, testAuthor);
  await waitUntil(() => watcher.canaries().length === 0, { message: 'the gateway stops the canary' });
  const response = await get('/');
  expect(response.json()).toMatchObject({ shell: 'live' });
  expect(response.headers['cache-control']).toBe('no-cache');
});
