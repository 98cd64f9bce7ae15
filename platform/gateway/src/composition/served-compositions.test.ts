import { promote } from '@shop/releases/actions/promote';
import { halt, rollout } from '@shop/releases/actions/rollout';
import type { Head } from '@shop/releases/state/head';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { passingGates } from '@shop/releases/testing/test-environment';
import { ProcessFailedError, RenderFailedError, RenderTimeoutError } from '../rendering/renderer-errors';
import { createInProcessPools } from '../testing/in-process-pools';
import { closeWatchedShop, openWatchedShop } from '../testing/watched-shop';
import type { LoadedComposition, LoadRequest } from './composition-loader';
import { type LoadedCanary, ServedCompositions } from './served-compositions';

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
    await promote(environment, next, { by: app, reason: '' }, { ...passingGates, canary: { share: 10 } });
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

test('ends the renderer of a canary that has ended before it was loaded, when no other canary loads', async () => {
  jest.useFakeTimers();
  const store = createMemoryStore(new Map());
  const remove = jest.fn();
  const pools = { ...createInProcessPools(), remove };
  const finish = new Map<string, (loaded: LoadedComposition) => void>();
  const load = ({ ref }: LoadRequest) =>
    new Promise<LoadedComposition>((resolve) => {
      finish.set(ref.key, resolve);
    });
  const createLoaded = (key: string) => ({ key, composition: { renderer: key } }) as unknown as LoadedComposition;
  const served = new ServedCompositions({ store, pools, load });
  served.live = createLoaded('live');
  const follow = async (key: string) => {
    const head = { canaries: [{ id: key, composition: { key } }] } as unknown as Head;
    const following = served.follow(store, head, createLoaded('live'));
    await jest.advanceTimersByTimeAsync(1000);
    expect(await following).toBeUndefined();
  };
  await follow('a');
  await follow('b');
  finish.get('a')?.(createLoaded('a'));
  await follow('b');
  // Both compositions may share the renderer.
  expect([remove.mock.calls, served.isLoading]).toEqual([[], true]);
  finish.get('b')?.(createLoaded('b'));
  await follow('b');
  expect([remove.mock.calls, served.isLoading]).toEqual([[['a']], false]);
  expect(served.canaries.map(({ id }) => id)).toEqual(['b']);
});

test.each([
  ['keep', 'its process ended', new ProcessFailedError('killed')],
  ['keep', 'its process was late', new RenderTimeoutError('late')],
  ['keep', 'the release store cannot be read', new Error('ECONNREFUSED')],
  ['lose', 'its code fails', new RenderFailedError('broken')],
  ['lose', 'its document is damaged', new CorruptDocumentError('no JSON')],
])('visitors %s a canary that cannot be rebuilt because %s', async (outcome, _reason, error) => {
  const store = createMemoryStore(new Map());
  const load = () => Promise.reject(error);
  const served = new ServedCompositions({ store, pools: createInProcessPools(), load });
  const loaded = { key: 'before', composition: {} } as LoadedComposition;
  const canaries = [{ id: 'mf-a', composition: { key: 'after' } }];
  served.canaries = canaries.map(({ id }) => ({ id, loaded })) as unknown as LoadedCanary[];
  expect(await served.follow(store, { canaries } as unknown as Head, loaded)).toBe(error);
  expect(served.canaries.map(({ id }) => id)).toEqual(outcome === 'keep' ? ['mf-a'] : []);
});

test('a served composition whose fallback version loads slowly stays, and the next poll gets the same load', async () => {
  jest.useFakeTimers();
  const store = createMemoryStore(new Map());
  const complete = { key: 'live', composition: {} } as LoadedComposition;
  let finish = () => {};
  const load = jest.fn(() => new Promise<LoadedComposition>((resolve) => (finish = () => resolve(complete))));
  const served = new ServedCompositions({ store, pools: createInProcessPools(), load });
  const lacking = { ...complete, fallbackError: new Error('503') };
  served.live = lacking;
  const find = async () => {
    const finding = served.find(store, { key: 'live' } as DocumentRef, {});
    await jest.advanceTimersByTimeAsync(2000);
    return finding;
  };
  expect(await find()).toBe(lacking);
  expect(await find()).toBe(lacking);
  finish();
  expect(await find()).toBe(complete);
  expect(load).toHaveBeenCalledTimes(1);
});
