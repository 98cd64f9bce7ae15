import { startTelemetryFlush } from './flush-records';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('prunes with the first flush, flushes at the interval, and flushes once more when it stops', async () => {
  const calls: string[] = [];
  const recorder = { flush: async () => void calls.push('flush'), prune: async () => void calls.push('prune') };
  const { stop } = startTelemetryFlush([recorder], 100);
  await jest.advanceTimersByTimeAsync(200);
  expect(calls).toEqual(['prune', 'flush', 'flush']);
  await stop();
  await jest.advanceTimersByTimeAsync(500);
  expect(calls).toEqual(['prune', 'flush', 'flush', 'flush']);
});

test('waits for a running flush before the last one', async () => {
  let runningFlushes = 0;
  let maxRunning = 0;
  let flushCount = 0;
  const flush = async () => {
    maxRunning = Math.max(maxRunning, ++runningFlushes);
    await new Promise((resolve) => setTimeout(resolve, 50));
    runningFlushes--;
    flushCount++;
  };
  const { stop } = startTelemetryFlush([{ flush, prune: async () => {} }], 100);
  await jest.advanceTimersByTimeAsync(110);
  const stopped = stop();
  await jest.advanceTimersByTimeAsync(200);
  await stopped;
  expect([flushCount, maxRunning]).toEqual([2, 1]);
});
