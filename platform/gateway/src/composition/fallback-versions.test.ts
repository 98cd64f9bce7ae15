import { publish } from '@shop/releases/release/publish';
import { getReleasePrefix, type Release } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { createInProcessPools } from '../testing/in-process-pools';
import { type CompositionWatcher, watchComposition } from './composition-watcher';

const interval = 250;
const getManifestKey = (release: Release) => `${getReleasePrefix(release)}release.json`;

let watcher: CompositionWatcher | undefined;
afterEach(async () => {
  await watcher?.stop();
  jest.useRealTimers();
});

/** A shop with the remote mf 2.0.0, which has the fallback mf 1.0.0, and a store whose reads the test can fail. */
async function openShop() {
  const objects = new Map<string, Uint8Array>();
  const memory = createMemoryStore(objects);
  let isFailing = (_key: string) => false;
  const store: ReleaseStore = {
    ...memory,
    get: async (key) => {
      if (isFailing(key)) throw new Error('connection reset');
      return memory.get(key);
    },
  };
  const environment = createTestEnvironment(memory);
  const publishApp = (app: string, version: string) =>
    publish(memory, {
      appRoot: writeFakeBuild({ app, version, content: version, server: createFakeShellBundle() }),
      commit: '',
    });
  const [versionOne, versionTwo] = [await publishApp('mf', '1.0.0'), await publishApp('mf', '2.0.0')];
  await promoteFake(environment, [await publishApp('shell', '1.0.0'), versionOne]);
  await promoteFake(environment, [versionTwo]);

  const errors: string[] = [];
  const start = async () => {
    jest.useFakeTimers();
    const onError = (error: unknown) => errors.push(error instanceof Error ? error.message : String(error));
    watcher = await watchComposition({
      environment: { ...environment, store },
      interval,
      onError,
      pools: createInProcessPools(),
    });
    return watcher;
  };
  const promoteApp = async (app: string, version: string) => {
    await promoteFake(environment, [await publishApp(app, version)]);
    await jest.advanceTimersByTimeAsync(4 * interval);
  };
  const failReads = (matches: (key: string) => boolean) => {
    isFailing = matches;
  };
  return { versionOne, versionTwo, objects, errors, start, promoteApp, failReads };
}

/** Describes the served remote as `<version> after <fallback version>`. */
const getRemote = ({ current }: CompositionWatcher) => {
  const remote = current()?.composition.remotes[0];
  return `${remote?.version} after ${remote?.previous?.version}`;
};

test('keeps the fallback version of a remote when its manifest cannot be read for the next composition', async () => {
  const { versionOne, errors, start, promoteApp, failReads } = await openShop();
  const gateway = await start();
  expect(getRemote(gateway)).toBe('2.0.0 after 1.0.0');
  const fallback = gateway.current()?.composition.remotes[0]?.previous;
  failReads((key) => key === getManifestKey(versionOne));
  await promoteApp('shell', '1.1.0');
  expect(gateway.current()?.composition.shell.version).toBe('1.1.0');
  expect(gateway.current()?.composition.remotes[0]?.previous).toEqual(fallback);
  expect(errors).toEqual(['the fallback version mf@1.0.0 cannot be read: connection reset']);
  expect(gateway.isDegraded()).toBe(false);
});

test('falls back to the version that it served before when the manifest of that version cannot be read', async () => {
  const { versionTwo, errors, start, promoteApp, failReads } = await openShop();
  const gateway = await start();
  failReads((key) => key === getManifestKey(versionTwo));
  await promoteApp('mf', '3.0.0');
  expect(getRemote(gateway)).toBe('3.0.0 after 2.0.0');
  expect(gateway.current()?.composition.remotes[0]?.previous).not.toHaveProperty('paths');
  expect(errors).toEqual(['the fallback version mf@2.0.0 cannot be read: connection reset']);
});

test('serves a remote without an unknown fallback version, reports the error once and retries', async () => {
  const { versionOne, errors, start, failReads } = await openShop();
  failReads((key) => key === getManifestKey(versionOne));
  const gateway = await start();
  await jest.advanceTimersByTimeAsync(20 * interval);
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after undefined', true]);
  expect(errors).toEqual(['fallback versions cannot be read: connection reset']);
  const { renderer } = gateway.current() ?? {};
  failReads(() => false);
  await jest.advanceTimersByTimeAsync(4 * interval);
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after 1.0.0', false]);
  expect(gateway.current()?.renderer).toBe(renderer);
});

test('keeps the fallback versions of unchanged remotes while the history cannot be read, and retries', async () => {
  const { errors, start, promoteApp, failReads } = await openShop();
  const gateway = await start();
  failReads((key) => key.includes('/log/'));
  await promoteApp('shell', '1.1.0');
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after 1.0.0', true]);
  await promoteApp('mf', '3.0.0');
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['3.0.0 after undefined', true]);
  expect(errors).toEqual(['fallback versions cannot be read: connection reset']);
  failReads(() => false);
  await jest.advanceTimersByTimeAsync(4 * interval);
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['3.0.0 after 2.0.0', false]);
});

test('reports a fallback version that is no longer in the release store and does not retry', async () => {
  const { versionOne, objects, errors, start } = await openShop();
  objects.delete(getManifestKey(versionOne));
  const gateway = await start();
  await jest.advanceTimersByTimeAsync(20 * interval);
  expect([getRemote(gateway), gateway.isDegraded()]).toEqual(['2.0.0 after undefined', false]);
  expect(errors).toEqual([expect.stringMatching(/^the fallback version mf@1\.0\.0 cannot be read: .*is not in/)]);
});
