import { generateKeyPairSync } from 'node:crypto';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { createSignedLinkCache } from './signed-link-cache';

const createLink = (lifetimeMs = 3_600_000) => ({ expiresAt: new Date(Date.now() + lifetimeMs).toISOString() });
type Link = ReturnType<typeof createLink>;

/** A cache over a store whose answers the test chooses. */
function openCache() {
  const store = { read: async (): Promise<Link | null> => null };
  const reads: string[] = [];
  const errors: string[] = [];
  const trusted = new Map([['old', generateKeyPairSync('ed25519').publicKey]]);
  const find = createSignedLinkCache({
    trusted,
    read: (id) => {
      reads.push(id);
      return store.read();
    },
    onError: (error) => errors.push(String(error)),
  });
  return { store, reads, errors, find, trusted };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('reads a missing link once in five seconds', async () => {
  const { store, reads, find } = openCache();
  const link = createLink();
  expect(await Promise.all([find('a'), find('a'), find('a')])).toEqual([null, null, null]);
  store.read = async () => link;
  await jest.advanceTimersByTimeAsync(5_000);
  expect([await find('a'), reads.length]).toEqual([null, 1]);
  await jest.advanceTimersByTimeAsync(1);
  expect([await find('a'), reads.length]).toEqual([link, 2]);
});

test('caches a link for a minute and never returns it after it expired', async () => {
  const { store, reads, find } = openCache();
  const link = createLink(30_000);
  store.read = async () => link;
  expect([await find('a'), await find('a'), reads.length]).toEqual([link, link, 1]);
  await jest.advanceTimersByTimeAsync(30_000);
  expect([await find('a'), reads.length]).toEqual([null, 1]);
  await jest.advanceTimersByTimeAsync(30_001);
  await find('a');
  expect(reads).toHaveLength(2);
});

test('makes the first request wait a second for a store that hangs, and later requests not at all', async () => {
  const { store, reads, errors, find } = openCache();
  store.read = () => new Promise(() => {});
  const found = Promise.all([find('a'), find('a')]);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await found).toEqual([null, null]);
  expect(await find('a')).toBeNull();
  expect([reads, errors]).toEqual([['a'], ['TimeoutError: no response within 1000 ms']]);
});

test('keeps a link that was found while the store cannot be read, also when a visitor has invented many ids', async () => {
  const { store, errors, find } = openCache();
  const link = createLink();
  store.read = async () => link;
  await find('a');
  store.read = async () => null;
  for (let index = 0; index < 300; index += 1) expect(await find(`invented-${index}`)).toBeNull();
  store.read = () => Promise.reject(new Error('down'));
  await jest.advanceTimersByTimeAsync(60_001);
  expect([await find('a'), errors]).toEqual([link, ['Error: down']]);
});

test('drops a link that was found when its signature is no longer trusted', async () => {
  const { store, find } = openCache();
  store.read = async () => createLink();
  await find('a');
  store.read = () => Promise.reject(new CorruptDocumentError('signed with a key that is not trusted'));
  await jest.advanceTimersByTimeAsync(60_001);
  expect(await find('a')).toBeNull();
  store.read = () => Promise.reject(new Error('down'));
  await jest.advanceTimersByTimeAsync(5_001);
  expect(await find('a')).toBeNull();
});

test.each([
  ['its signature is no longer trusted', new CorruptDocumentError('signed with a key that is not trusted')],
  ['the store cannot be read', new Error('down')],
])('drops a link at once when a trusted key is removed and %s', async (_what, error) => {
  const { store, find, trusted } = openCache();
  const link = createLink();
  store.read = async () => link;
  expect(await find('a')).toBe(link);
  store.read = () => Promise.reject(error);
  expect(await find('a')).toBe(link);
  trusted.delete('old');
  expect(await find('a')).toBeNull();
});
