import type { Environment } from '../state/environment';
import type { ReleaseStore } from '../store/release-store';
import { passingGates, testAuthor } from '../testing/test-environment';
import { createShopWithTwoVersions, promoteFake, readLive } from '../testing/test-shop';
import { lock } from './lock';
import { rollback } from './rollback';
import { complete, halt } from './rollout';
import type { UpdatedState } from './update-head';

type Shop = Awaited<ReturnType<typeof createShopWithTwoVersions>>;
type Act = (environment: Environment, shop: Shop) => Promise<UpdatedState>;
const startCanary = ({ environment, versionTwo }: Shop) =>
  promoteFake(environment, [versionTwo], { canary: { share: 10 } });

/** Wraps an environment so that a lock of another person follows its next change at once, before the change is read again. */
function withLockAfterNextChange(environment: Environment): Environment {
  const { store } = environment;
  let isFollowed = false;
  const compareAndSwap: ReleaseStore['compareAndSwap'] = async (...swap) => {
    const isWritten = await store.compareAndSwap(...swap);
    if (isWritten && !isFollowed) {
      isFollowed = true;
      await lock(environment, 'shell', { by: 'meera', reason: 'sale' });
    }
    return isWritten;
  };
  return { ...environment, store: { ...store, compareAndSwap } };
}

test.each<[name: string, prepare: (shop: Shop) => Promise<unknown>, act: Act]>([
  ['a promotion', async () => {}, (environment, { versionTwo }) => promoteFake(environment, [versionTwo])],
  [
    'the start of a canary',
    async () => {},
    (environment, { versionTwo }) => promoteFake(environment, [versionTwo], { canary: { share: 10 } }),
  ],
  ['a completion', startCanary, (environment) => complete(environment, testAuthor, passingGates)],
  ['a halt', startCanary, (environment) => halt(environment, testAuthor)],
  [
    'a rollback',
    ({ environment, versionTwo }) => promoteFake(environment, [versionTwo]),
    (environment) => rollback(environment, testAuthor, passingGates),
  ],
  ['a lock', async () => {}, (environment) => lock(environment, 'mf-a', testAuthor)],
])('%s returns its own state when the change of another person follows at once', async (_name, prepare, act) => {
  const shop = await createShopWithTwoVersions();
  await prepare(shop);
  const { head: before } = await readLive(shop.environment);
  const made = await act(withLockAfterNextChange(shop.environment), shop);
  expect(made).toMatchObject({ isChanged: true, head: { seq: before.seq + 1 } });
  expect(made.head.locks).not.toHaveProperty('shell');
});

test.each<[name: string, act: Act]>([
  ['a promotion', (environment, { versionTwo }) => promoteFake(environment, [versionTwo])],
  ['a lock', (environment) => lock(environment, 'mf-a', testAuthor)],
])('%s that another person has made already is not a change of its own', async (_name, act) => {
  const shop = await createShopWithTwoVersions();
  const first = await act(shop.environment, shop);
  expect(await act(shop.environment, shop)).toEqual({ ...first, isChanged: false });
});
