import { createMemoryStore } from '@shop/releases/testing/memory-store';
import { createLazyStore } from './store-wrappers';

test('opens the store with the first call that succeeds, and only once', async () => {
  let attempts = 0;
  const store = createLazyStore(async () => {
    if (++attempts === 1) throw new Error('down');
    return createMemoryStore(new Map());
  });
  await expect(store.get('a.json')).rejects.toThrow('down');
  expect(await Promise.all([store.get('a.json'), store.list('r/')])).toEqual([null, []]);
  expect(attempts).toBe(2);
});
