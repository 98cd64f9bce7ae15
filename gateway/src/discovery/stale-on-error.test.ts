import { createStaleOnError } from './stale-on-error';

/** A cache over answers that the test queues; without an answer a load fails. */
function openCache() {
  const clock = { now: 0 };
  const answers: (() => Promise<string>)[] = [];
  const errors: string[] = [];
  const read = createStaleOnError({
    load: () => (answers.shift() ?? (() => Promise.reject(new Error('down'))))(),
    maxAgeMs: 100,
    retryAfterMs: 10,
    timeoutMs: 1000,
    now: () => clock.now,
    onError: (error) => errors.push(String(error)),
  });
  return { clock, answers, errors, read };
}

test('returns null until a load succeeds, and retries after a pause', async () => {
  const { clock, answers, errors, read } = openCache();
  expect(await read()).toBeNull();
  answers.push(async () => 'first');
  expect(await read()).toBeNull();
  clock.now = 10;
  expect(await read()).toBe('first');
  expect(errors).toEqual(['Error: down']);
});

test('loads a value again when it is too old, and returns the last value while loads fail', async () => {
  const { clock, answers, errors, read } = openCache();
  answers.push(async () => 'first');
  expect([await read(), await read()]).toEqual(['first', 'first']);
  clock.now = 100;
  expect([await read(), errors]).toEqual(['first', ['Error: down']]);
  clock.now = 110;
  answers.push(async () => 'second');
  expect(await read()).toBe('second');
});

test('returns the last value when a load takes longer than the timeout', async () => {
  jest.useFakeTimers();
  const { clock, answers, errors, read } = openCache();
  answers.push(async () => 'first');
  await read();
  clock.now = 100;
  answers.push(() => new Promise((resolve) => setTimeout(() => resolve('second'), 5000)));
  const reading = read();
  await jest.advanceTimersByTimeAsync(1000);
  expect(await reading).toBe('first');
  await jest.advanceTimersByTimeAsync(4000);
  expect([await read(), errors]).toEqual(['second', []]);
  jest.useRealTimers();
});
