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

/** Lists the apps that the composition of each canary changes. */
const listChanged = ({ canaries }: CompositionWatcher) =>
  canaries().map(({ composition: { composition } }) =>
    [composition.shell, ...composition.remotes]
      .filter(({ version }) => version === '2.0.0')
      .map(({ name }) => name)
      .join('+'),
  );

test('serves each canary with a renderer of its own', async () => {
  const { start, errors } = await openShop();
  const gateway = await start();
  expect(listChanged(gateway)).toEqual(['mf-a', 'mf-b', 'shell']);
  const served = [gateway.current(), ...gateway.canaries().map(({ composition }) => composition)];
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
  expect(after.map(({ slots }) => slots.length)).toEqual([10, 60]);
  expect(after.map(({ composition }) => composition)).toEqual([a?.composition, b?.composition]);
  await promote(environment, find('mf-c'), by, passingGates);
  await follow();
  expect(listChanged(gateway)).toEqual(['mf-a+mf-c', 'mf-b+mf-c']);
  expect(gateway.canaries().map(({ id }) => id)).toEqual([a?.id, b?.id]);
});
