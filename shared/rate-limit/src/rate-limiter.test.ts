import { createRateLimiter } from './rate-limiter';

const limit = { points: 2, durationSeconds: 60 };
const rejected = { isAllowed: false, retryAfterSeconds: 60 };

test('rejects the attempt after the last point with the seconds until the next window', async () => {
  const limiter = createRateLimiter(limit);
  expect(await limiter.consume('a')).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toEqual(rejected);
});

test('counts each key separately', async () => {
  const limiter = createRateLimiter({ ...limit, points: 1 });
  await limiter.consume('a');
  expect(await limiter.consume('b')).toEqual({ isAllowed: true });
});

test('allows another attempt after a refund', async () => {
  const limiter = createRateLimiter({ ...limit, points: 1 });
  await limiter.consume('a');
  await limiter.refund('a');
  expect(await limiter.consume('a')).toEqual({ isAllowed: true });
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

test('allows all attempts again after a reset', async () => {
  const limiter = createRateLimiter(limit);
  await limiter.consume('a', 2);
  await limiter.reset('a');
  expect(await limiter.consume('a', 2)).toEqual({ isAllowed: true });
});
