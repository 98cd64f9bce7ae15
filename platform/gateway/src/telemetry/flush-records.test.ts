import { createDayRecords, startTelemetryFlush } from './flush-records';

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

test.each([
  ['written before midnight', Date.parse('2026-11-21T23:50:00Z')],
  ['written after midnight', Date.parse('2026-11-22T00:10:00Z')],
])('forgets the record of a day that is over, which was %s', async (_when, firstWrite) => {
  const days = createDayRecords(() => ({ views: 0 }));
  const evening = Date.parse('2026-11-21T23:40:00Z');
  const first = days.change(evening);
  const written: string[] = [];
  const write = async (day: string) => void written.push(day);
  await days.writeChanged(firstWrite, write);
  await days.writeChanged(Date.parse('2026-11-22T00:20:00Z'), write);
  expect(written).toEqual(['2026-11-21']);
  expect(days.change(evening)).not.toBe(first);
});
