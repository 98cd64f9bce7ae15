import { createSignedLinkCache } from './signed-link-cache';

const link = { expiresAt: new Date(Date.now() + 3_600_000).toISOString() };

/** A memory over links that can be told to be there, to be missing or to hang. */
function openLinks() {
  const store = { answer: async (): Promise<typeof link | null> => null };
  const reads: string[] = [];
  const errors: string[] = [];
  const find = createSignedLinkCache({
    read: (id) => {
      reads.push(id);
      return store.answer();
    },
    onError: (error) => errors.push(String(error)),
  });
  return { store, reads, errors, find };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('one that is not there is looked for once in five seconds', async () => {
  const { store, reads, find } = openLinks();
  expect(await Promise.all([find('a'), find('a'), find('a')])).toEqual([null, null, null]);
  store.answer = async () => link;
  await jest.advanceTimersByTimeAsync(4_999);
  expect([await find('a'), reads.length]).toEqual([null, 1]);
  await jest.advanceTimersByTimeAsync(1);
  expect([await find('a'), reads.length]).toEqual([link, 2]);
});

test('one that was found counts from memory for a minute, and never longer than it is good for', async () => {
  const { store, reads, find } = openLinks();
  const short = { expiresAt: new Date(Date.now() + 30_000).toISOString() };
  store.answer = async () => short;
  expect([await find('a'), await find('a'), reads.length]).toEqual([short, short, 1]);
  await jest.advanceTimersByTimeAsync(30_000);
  expect([await find('a'), reads.length]).toEqual([null, 1]);
  await jest.advanceTimersByTimeAsync(30_000);
  await find('a');
  expect(reads).toHaveLength(2);
});

test('a store that hangs costs one request a second, and the next ones nothing', async () => {
  const { store, reads, errors, find } = openLinks();
  store.answer = () => new Promise(() => {});
  const asked = Promise.all([find('a'), find('a')]);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await asked).toEqual([null, null]);
  expect(await find('a')).toBeNull();
  expect([reads, errors]).toEqual([['a'], ['Error: there was no answer within 1000 ms']]);
});

test('made-up ones do not fill the memory', async () => {
  const { reads, find } = openLinks();
  await find('first');
  for (let at = 0; at < 256; at++) await find(`made up ${at}`);
  await find('first');
  expect(reads.filter((id) => id === 'first')).toHaveLength(2);
});
