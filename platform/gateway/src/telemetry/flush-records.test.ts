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
