import { getBlockingTime } from './blocking-time';
import { findMark, findNavigation, type TraceEvent } from './trace-event';

const main = { pid: 7, tid: 1 };
const navigation = { ...main, startUs: 1_000_000 };
const interval = { firstContentfulPaint: 100, timeToInteractive: 1000 };

/** A task of the main thread. Start in milliseconds since the navigation; durations in milliseconds. */
const task = (start: number, dur: number, tdur?: number, thread = main): TraceEvent => ({
  name: 'RunTask',
  ...thread,
  ts: navigation.startUs + start * 1000,
  dur: dur * 1000,
  ...(tdur === undefined ? {} : { tdur: tdur * 1000 }),
});

test('counts the part of each task above 50 ms, by wall clock and by thread CPU time', () => {
  const events = [task(200, 120, 80), task(400, 50, 50), task(600, 70, 20)];
  expect(getBlockingTime(events, navigation, interval)).toEqual({ wall: 70 + 20, cpu: 30 });
});

test('counts a task across an end of the interval with its part inside', () => {
  expect(getBlockingTime([task(50, 130, 130)], navigation, interval)).toEqual({ wall: 30, cpu: 30 });
  expect(getBlockingTime([task(940, 400, 400)], navigation, interval)).toEqual({ wall: 10, cpu: 10 });
  expect(getBlockingTime([task(1200, 400, 400)], navigation, interval)).toEqual({ wall: 0, cpu: 0 });
});

test('leaves out other threads, other processes and events inside a task', () => {
  const events = [
    task(200, 500, 500, { pid: 7, tid: 2 }),
    task(200, 500, 500, { pid: 8, tid: 1 }),
    { ...task(200, 500, 500), name: 'FunctionCall' },
  ];
  expect(getBlockingTime(events, navigation, interval)).toEqual({ wall: 0, cpu: 0 });
});

test('reports no thread CPU time when the trace has none', () => {
  expect(getBlockingTime([task(200, 120)], navigation, interval)).toEqual({ wall: 70, cpu: null });
});

test('takes the last navigation of the main frame to a page', () => {
  const start = (ts: number, documentLoaderURL: string, isLoadingMainFrame = true): TraceEvent => ({
    name: 'navigationStart',
    ...main,
    ts,
    args: { data: { isLoadingMainFrame, documentLoaderURL } },
  });
  const events = [start(1, 'about:blank'), start(5, 'http://localhost/'), start(9, 'http://localhost/frame', false)];
  expect(findNavigation(events)).toEqual({ ...main, startUs: 5 });
  expect(() => findNavigation(events.slice(0, 1))).toThrow('no navigation');
});

test('finds the first mark of a name after the navigation', () => {
  const mark = (ms: number, name = 'shop-hydrated'): TraceEvent => ({
    name,
    cat: 'blink.user_timing',
    ...main,
    ts: navigation.startUs + ms * 1000,
  });
  expect(findMark([mark(900), mark(300), mark(-5), mark(10, 'other')], navigation, 'shop-hydrated')).toBe(300);
  expect(findMark([], navigation, 'shop-hydrated')).toBeNull();
});
