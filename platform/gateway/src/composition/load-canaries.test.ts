import { promote } from '@shop/releases/actions/promote';
import { halt, rollout } from '@shop/releases/actions/rollout';
import { passingGates } from '@shop/releases/testing/test-environment';
import { closeWatchedShop, openWatchedShop } from '../testing/watched-shop';
import type { CompositionWatcher } from './composition-watcher';

afterEach(closeWatchedShop);

/** A shop with canaries of mf-a, mf-b and the shell. */
async function openShop() {
  const shop = openWatchedShop();
  const { environment, publishApp } = shop;
  const apps = ['shell', 'mf-a', 'mf-b', 'mf-c'];
  const first = await Promise.all(apps.map((app) => publishApp(app, '1.0.0')));
  const second = await Promise.all(apps.map((app) => publishApp(app, '2.0.0')));
  await promote(environment, first, { by: 'asha', reason: '' }, passingGates);
  const find = (app: string) => second.filter((release) => release.app === app);
  for (const app of ['mf-a', 'mf-b', 'shell']) {
    await promote(environment, find(app), { by: app, reason: '' }, { ...passingGates, canaryShare: 10 });
  }
  return { ...shop, find };
}

/** Lists the compositions of each canary by the apps that they change: those of one canary, then those of two. */
const listChanged = ({ canaries }: CompositionWatcher) =>
  canaries().map(({ composition, pairs }) =>
    [composition, ...pairs.values()].map(({ composition: { shell, remotes } }) =>
      [shell, ...remotes]
        .filter(({ version }) => version === '2.0.0')
        .map(({ name }) => name)
        .join('+'),
    ),
  );

test('serves every canary alone and with each other one, with one process for each shell', async () => {
  const { start, errors } = await openShop();
  const gateway = await start();
  expect(listChanged(gateway)).toEqual([
    ['mf-a', 'mf-a+mf-b', 'shell+mf-a'],
    ['mf-b', 'mf-a+mf-b', 'shell+mf-b'],
    ['shell', 'shell+mf-a', 'shell+mf-b'],
  ]);
  const [a, b, shell] = gateway.canaries();
  expect(a?.pairs.get(b?.id ?? '')).toBe(b?.pairs.get(a?.id ?? ''));
  const served = [gateway.current(), a?.composition, b?.composition, shell?.composition];
  expect(new Set(served.map((composition) => composition?.renderer)).size).toBe(4);
  expect(errors).toEqual([]);
});

test('keeps the loaded canaries when another one is halted or raised, and rebuilds them on a promotion', async () => {
  const { environment, find, start, follow } = await openShop();
  const gateway = await start();
  const [a, b] = gateway.canaries();
  const by = { by: 'asha', reason: '' };
  await halt(environment, by, { app: 'shell' });
  await rollout(environment, 60, by, { ...passingGates, canary: { app: 'mf-b' } });
  await follow();
  const after = gateway.canaries();
  expect(after.map(({ share }) => share)).toEqual([10, 60]);
  expect(after.map(({ composition }) => composition)).toEqual([a?.composition, b?.composition]);
  expect(after[1]?.steps.map(({ share }) => share)).toEqual([10, 60]);
  await promote(environment, find('mf-c'), by, passingGates);
  await follow();
  expect(listChanged(gateway)).toEqual([
    ['mf-a+mf-c', 'mf-a+mf-b+mf-c'],
    ['mf-b+mf-c', 'mf-a+mf-b+mf-c'],
  ]);
  expect(gateway.canaries().map(({ id }) => id)).toEqual([a?.id, b?.id]);
});
