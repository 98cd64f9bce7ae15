import { BoundedMemoryLimiter } from './bounded-memory-limiter';
import { createRateLimiter, fromLibrary } from './rate-limiter';
import { createSharedRateLimiter } from './shared-rate-limiter';

const limit = { points: 2, durationSeconds: 60 };
const rejected = { isAllowed: false, retryAfterSeconds: 60 };

test('rejects the attempt after the last point with the seconds until the next window', async () => {
  const limiter = createRateLimiter(limit);
  expect(await limiter.consume('a')).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toEqual(rejected);
});

test('takes no point for a rejected attempt, so that one refund allows one more attempt', async () => {
  const limiter = createRateLimiter(limit);
  for (let attempt = 0; attempt < 5; attempt += 1) await limiter.consume('a');
  await limiter.refund('a');
  expect(await limiter.consume('a')).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toEqual(rejected);
});

test('grants no extra attempt for a refund without a preceding attempt', async () => {
  const limiter = createRateLimiter({ ...limit, points: 1 });
  await limiter.refund('a');
  expect(await limiter.consume('a')).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toEqual(rejected);
});

test('counts for a bounded number of keys, and forgets the least recently used one', async () => {
  const limiter = fromLibrary(new BoundedMemoryLimiter({ points: 1, duration: 60 }, 2));
  for (const key of ['a', 'b']) expect(await limiter.consume(key)).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toEqual(rejected);
  expect(await limiter.consume('c')).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toEqual(rejected);
  expect(await limiter.consume('b')).toEqual({ isAllowed: true });
});

test.each([
  ['fails', () => Promise.reject(new Error('the connection was lost'))],
  ['does not respond', () => new Promise<never>(() => {})],
])('keeps the limit in this process while the database %s', async (_what, query) => {
  const limiter = createSharedRateLimiter({ query }, 'test', { ...limit, points: 1 });
  expect(await limiter.consume('a')).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toMatchObject({ isAllowed: false });
});
