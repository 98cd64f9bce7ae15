import { createRateLimiter } from './rate-limiter';

const limit = { points: 2, durationSeconds: 60 };

test('refuses the attempt after the last point and says when to come back', async () => {
  const limiter = createRateLimiter(limit);
  expect(await limiter.consume('a')).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toEqual({ isAllowed: true });
  expect(await limiter.consume('a')).toEqual({ isAllowed: false, retryAfterSeconds: 60 });
});

test('counts each key on its own', async () => {
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

test('allows all attempts again after a reset', async () => {
  const limiter = createRateLimiter(limit);
  await limiter.consume('a', 2);
  await limiter.reset('a');
  expect(await limiter.consume('a', 2)).toEqual({ isAllowed: true });
});
