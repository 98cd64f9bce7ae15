import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import { readLiveState } from '@shop/releases/state/live-state';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createCachingStore } from './caching-store';

test('loads an immutable composition once and HEAD every time', async () => {
  const store = createMemoryStore(new Map());
  const environment = createTestEnvironment(store);
  const shell = await publish(store, { appRoot: writeFakeBuild({ app: 'shell' }), commit: '' });
  await promote(environment, [shell], testAuthor, passingGates);
  const keys: string[] = [];
  const counting = {
    ...store,
    get: (key: string) => {
      keys.push(key);
      return store.get(key);
    },
  };
  const cached = { ...environment, store: createCachingStore(counting) };
  const first = await readLiveState(cached);
  expect(await readLiveState(cached)).toEqual(first);
  expect(keys.filter((key) => key.endsWith('/HEAD.json'))).toHaveLength(2);
  expect(keys.filter((key) => key.includes('/compositions/'))).toHaveLength(1);
});
