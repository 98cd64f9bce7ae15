import { promote } from '@shop/releases/actions/promote';
import { halt, rollout } from '@shop/releases/actions/rollout';
import type { Head } from '@shop/releases/state/head';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { passingGates } from '@shop/releases/testing/test-environment';
import { ProcessFailedError, RenderFailedError, RenderTimeoutError } from '../rendering/renderer-errors';
import { closeWatchedShop, openWatchedShop } from '../testing/watched-shop';
import { type LoadedCanary, loadCanaries } from './load-canaries';

afterEach(closeWatchedShop);

/** A shop with canaries of mf-a, mf-b and the shell. */
async function openShop() {
  const shop = openWatchedShop();
  const { environment, publishApp } = shop;
  const apps = ['shell', 'mf-a', 'mf-b'];
  const first = await Promise.all(apps.map((app) => publishApp(app, '1.0.0')));
  const second = await Promise.all(apps.map((app) => publishApp(app, '2.0.0')));
  await promote(environment, first, { by: 'asha', reason: '' }, passingGates);
  for (const app of ['mf-a', 'mf-b', 'shell']) {
    const next = second.filter((release) => release.app === app);
    await promote(environment, next, { by: app, reason: '' }, { ...passingGates, canaryShare: 10 });
  }
  return shop;
}

test('keeps the loaded canaries when another one is halted or raised', async () => {
  const { environment, start, follow } = await openShop();
  const gateway = await start();
  const [a, b] = gateway.canaries();
  const by = { by: 'asha', reason: '' };
  await halt(environment, by, { app: 'shell' });
  await rollout(environment, 60, by, { ...passingGates, canary: { app: 'mf-b' } });
  await follow();
  const after = gateway.canaries();
  expect(after.map(({ slots }) => slots.length)).toEqual([10, 60]);
  // The same objects: nothing was loaded again.
  expect(after[0]?.composition).toBe(a?.composition);
  expect(after[1]?.composition).toBe(b?.composition);
});

test.each([
  ['keep', 'its process ended', new ProcessFailedError('killed')],
  ['keep', 'its process was late', new RenderTimeoutError('late')],
  ['keep', 'the release store cannot be read', new Error('ECONNREFUSED')],
  ['lose', 'its code fails', new RenderFailedError('broken')],
  ['lose', 'its document is damaged', new CorruptDocumentError('no JSON')],
])('visitors %s a canary that cannot be rebuilt because %s', async (outcome, _reason, error) => {
  const gateway = await (await openShop()).start();
  const served = gateway.canaries().map((canary) => ({ ...canary, loaded: { composition: canary.composition } }));
  const head = { canaries: served } as unknown as Head;
  let kept: readonly LoadedCanary[] = [];
  const reported = await loadCanaries({
    head,
    served: served as unknown as LoadedCanary[],
    load: () => Promise.reject(error),
    onChange: (canaries) => {
      kept = canaries;
    },
  });
  expect(reported).toBe(error);
  expect(kept.map(({ id }) => id)).toEqual(outcome === 'keep' ? served.map(({ id }) => id) : []);
});
