import { createRevalidatingCache, type Loaded, type RevalidatingCacheOptions } from './revalidating-cache';

const times = { freshMs: 100, revalidateMs: 200, staleMs: 1000, waitMs: 5, retryMs: 10, failureMs: 10 };

/** A cache whose clock the test sets, and whose loads the test answers. Without an answer a load fails. */
function openCache(options: Partial<RevalidatingCacheOptions<string>> = {}) {
  const clock = { now: 0 };
  const answers: (() => Promise<Loaded<string>>)[] = [];
  let loads = 0;
  const cache = createRevalidatingCache<string>({
    ...times,
    partitions: { values: 100_000 },
    getBytes: (value) => value.length,
    now: () => clock.now,
    ...options,
  });
  const load = () => {
    loads++;
    return (answers.shift() ?? (() => Promise.reject(new Error('down'))))();
  };
  const answer = (value: string, isComplete = true) => answers.push(async () => ({ value, isComplete }));
  /** Finds a value, and where it comes from. */
  const find = async (key = 'a') => {
    let source = '';
    const value = await cache.find(key, load, (found) => {
      source = found;
    });
    return `${value} ${source}`;
  };
  return { cache, clock, answers, answer, find, countLoads: () => loads };
}

/** A load that ends when the test says so. */
function createSlowLoad() {
  let finish = (_: Loaded<string>) => {};
  const load = () =>
    new Promise<Loaded<string>>((resolve) => {
      finish = resolve;
    });
  return { load, finish: (value: string) => finish({ value }) };
}

test('serves a fresh value from memory', async () => {
  const { answer, clock, find, countLoads } = openCache();
  answer('one');
  expect(await find()).toBe('one miss');
  clock.now = 99;
  expect(await find()).toBe('one hit');
  expect(countLoads()).toBe(1);
});

test('serves an older value at once and loads it again', async () => {
  const { answer, clock, find } = openCache();
  answer('one');
  await find();
  clock.now = 150;
  answer('two');
  expect(await find()).toBe('one stale');
  expect(await find()).toBe('two hit');
});

test('waits for a value that is older still, and serves the old one when the load takes long', async () => {
  const { answer, answers, clock, find } = openCache();
  answer('one');
  await find();
  clock.now = 250;
  answer('two');
  expect(await find()).toBe('two miss');
  clock.now = 500;
  const slow = createSlowLoad();
  answers.push(slow.load);
  expect(await find()).toBe('two stale');
  slow.finish('three');
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  expect(await find()).toBe('three hit');
});

test('callers at the same time share one load', async () => {
  const { answers, find, countLoads } = openCache();
  const slow = createSlowLoad();
  answers.push(slow.load);
  const found = Promise.all([find(), find(), find()]);
  slow.finish('one');
  expect(await found).toEqual(['one miss', 'one miss', 'one miss']);
  expect(countLoads()).toBe(1);
});

test('serves the last value while loads fail, with a pause between two loads, until the value is too old', async () => {
  const { answer, clock, find, countLoads } = openCache();
  answer('one');
  await find();
  for (clock.now = 250; clock.now < 300; clock.now += 5) expect(await find()).toBe('one stale');
  expect(countLoads()).toBe(6);
  clock.now = 1001;
  await expect(find()).rejects.toThrow('down');
});

test('remembers a failure without an earlier value for the pause', async () => {
  const { answer, clock, find, countLoads } = openCache();
  await expect(find()).rejects.toThrow('down');
  clock.now = 9;
  answer('one');
  await expect(find()).rejects.toThrow('down');
  expect(countLoads()).toBe(1);
  clock.now = 10;
  expect(await find()).toBe('one miss');
});

test('keeps an incomplete value for the pause, and never instead of a complete one', async () => {
  const { answer, clock, find } = openCache();
  answer('half', false);
  expect(await find()).toBe('half miss');
  clock.now = 9;
  expect(await find()).toBe('half hit');
  clock.now = 10;
  answer('one');
  expect(await find()).toBe('one miss');
  clock.now = 300;
  answer('half', false);
  expect(await find()).toBe('one stale');
});

test.each<[string, number, (options: { answer: (value: string, isComplete?: boolean) => number }) => void, boolean]>([
  ['a fresh value', 0, ({ answer }) => answer('one'), false],
  ['an older value', 900, ({ answer }) => answer('one'), false],
  ['a value that is too old', 1000, ({ answer }) => answer('one'), true],
  ['an incomplete value', 9, ({ answer }) => answer('half', false), false],
  ['an incomplete value after the pause', 10, ({ answer }) => answer('half', false), true],
  ['a failure', 9, () => {}, false],
  ['a failure after the pause', 10, () => {}, true],
])('says whether a value is missing: %s', async (_what, age, prepare, isMissing) => {
  const { answer, cache, clock, find } = openCache();
  expect(cache.isMissing('a')).toBe(true);
  prepare({ answer });
  await find().catch(() => {});
  clock.now = age;
  expect(cache.isMissing('a')).toBe(isMissing);
});

test('a value that is being loaded is not missing', async () => {
  const { answers, cache, find } = openCache();
  const slow = createSlowLoad();
  answers.push(slow.load);
  const found = find();
  expect(cache.isMissing('a')).toBe(false);
  slow.finish('one');
  await found;
});

test('a partition evicts no value of another one', async () => {
  const { answer, find } = openCache({
    partitions: { short: 2000, long: 2000 },
    getPartition: (loaded) => ((loaded?.value.length ?? 0) > 100 ? 'long' : 'short'),
  });
  answer('one');
  await find('a');
  for (const key of ['b', 'c', 'd', 'e']) {
    answer('x'.repeat(600));
    await find(key);
  }
  expect(await find('a')).toBe('one hit');
});
