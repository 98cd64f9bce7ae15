import type { CheckComposition } from '../gates/run-gates';
import { createPromotionCheck } from '../smoke-test/smoke-test.gate';
import { testAuthor } from '../testing/test-environment';
import { createEmptyShop, createShopWithTeams, getVersions, readHistory, readLive } from '../testing/test-shop';
import { recheckCanaries } from './rebuild-canaries';
import { rollback } from './rollback';
import { complete } from './rollout';

type Shop = Awaited<ReturnType<typeof createShopWithTeams>> & { check: CheckComposition };

/** Creates a shop, and gates whose smoke test finds one problem. As in a browser, its port and its time differ in each run. */
async function createShop(isBroken: (versions: Record<string, string>) => boolean): Promise<Shop> {
  const shop = await createShopWithTeams(createEmptyShop(), ['mf-a', 'mf-b', 'mf-c']);
  let runs = 0;
  const check = createPromotionCheck(shop.environment, [], async (candidate) => {
    runs += 1;
    const problem = `http://127.0.0.1:${4000 + runs}/mf-c blocks the main thread for ${700 + runs} ms`;
    return isBroken(getVersions(candidate)) ? [{ app: 'mf-c', problem, remedy: 'look' }] : [];
  });
  return { ...shop, check };
}

const listOwners = async ({ environment }: Shop) => (await readLive(environment)).canaries.map(({ owner }) => owner);

/** Changes after which the canary of mf-b is judged with the smoke test. */
const changes: [name: string, change: (shop: Shop) => Promise<unknown>][] = [
  ['a recheck', ({ environment, check }) => recheckCanaries(environment, testAuthor, check)],
  [
    'a rollback and a recheck',
    async ({ environment, check, promoteApp }) => {
      await promoteApp('mf-a', '2.0.0');
      await rollback(environment, testAuthor, { app: 'mf-a', check });
      await recheckCanaries(environment, testAuthor, check);
    },
  ],
  ['a forced promotion', ({ check, promoteApp }) => promoteApp('mf-a', '3.0.0', { check, isForced: true })],
  [
    'a forced completion',
    async ({ environment, check, startCanary }) => {
      await startCanary('mf-a');
      await complete(environment, testAuthor, { check, isForced: true, canary: { app: 'mf-a' } });
    },
  ],
];

test.each(changes)('%s does not end a canary for a problem that the live composition has too', async (_, change) => {
  const shop = await createShop(() => true);
  await shop.startCanary('mf-b');
  await change(shop);
  expect(await listOwners(shop)).toEqual(['team-mf-b']);
});

test.each(changes)('%s ends a canary for a problem of its own', async (_, change) => {
  const shop = await createShop((versions) => versions['mf-b'] === '2.0.0');
  await shop.startCanary('mf-b');
  await change(shop);
  expect(await listOwners(shop)).toEqual([]);
  expect((await readHistory(shop.environment))[0]?.halted).toEqual([
    expect.objectContaining({
      owner: 'team-mf-b',
      reason: expect.stringMatching(
        /^it does not pass the gates on the new live composition: smoke-test · mf-c: http:\S+ blocks the main thread for \d+ ms → look$/,
      ),
    }),
  ]);
});

test('a canary of an app with a forced problem runs on with that problem, when another app is promoted', async () => {
  const shop = await createShop((versions) => versions['mf-c'] !== '1.0.0');
  const { check, promoteApp } = shop;
  await promoteApp('mf-c', '3.0.0', { check, isForced: true });
  await promoteApp('mf-c', '2.0.0', { check, isForced: true, canary: { share: 10 } });
  await promoteApp('mf-a', '2.0.0', { check });
  expect(await listOwners(shop)).toEqual(['team-mf-c']);
});
