/**
 * An event of a Chromium trace.
 *
 * @see https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU (Trace Event Format)
 */
export interface TraceEvent {
  name: string;
  cat?: string;
  pid: number;
  tid: number;
  /** Start, in microseconds. */
  ts: number;
  /** Duration by wall clock, in microseconds. */
  dur?: number;
  /** CPU time that the thread spent in the event, in microseconds. Absent where the system does not measure it. */
  tdur?: number;
  args?: { data?: { isLoadingMainFrame?: boolean; documentLoaderURL?: string } };
}

/** The navigation that a trace measures. Its process and thread are those of the page's main thread. */
export interface Navigation {
  pid: number;
  tid: number;
  /** Navigation start, in microseconds. */
  startUs: number;
}

/**
 * Finds the navigation to a page. Lighthouse opens `about:blank` first, so the last navigation of the main frame counts.
 *
 * @throws when the trace holds no navigation.
 */
export function findNavigation(events: readonly TraceEvent[]): Navigation {
  const start = events.findLast(
    ({ name, args }) =>
      name === 'navigationStart' &&
      args?.data?.isLoadingMainFrame === true &&
      /^https?:/.test(args.data.documentLoaderURL ?? ''),
  );
  if (!start) throw new Error('The trace holds no navigation');
  return { pid: start.pid, tid: start.tid, startUs: start.ts };
}

/**
 * Finds the first mark of a name that the page set with `performance.mark`.
 *
 * @returns Milliseconds since the navigation. Null when the page set no such mark.
 */
export function findMark(events: readonly TraceEvent[], navigation: Navigation, name: string): number | null {
  const mark = events
    .filter((event) => event.name === name && event.pid === navigation.pid && event.cat?.includes('blink.user_timing'))
    .filter(({ ts }) => ts >= navigation.startUs)
    .sort((a, b) => a.ts - b.ts)[0];
  return mark ? (mark.ts - navigation.startUs) / 1000 : null;
}
