import type { PageBeacon } from '@shop/remote-contract/telemetry';
import * as v from 'valibot';

/** More of anything than a page can sensibly meet between two reports counts as this many. */
const mostOfOne = 20;
const Count = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.transform((count) => Math.min(count, mostOfOne)),
);
/** Ten minutes in milliseconds: a vital above is a clock that jumped. */
const Milliseconds = v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(600_000)));

const Beacon = v.strictObject({
  composition: v.pipe(v.number(), v.integer(), v.minValue(1)),
  cohort: v.picklist(['control', 'canary', 'listed']),
  errors: Count,
  loadFailures: Count,
  checkoutsStarted: Count,
  ordersPlaced: Count,
  vitals: v.strictObject({
    LCP: Milliseconds,
    INP: Milliseconds,
    CLS: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1000))),
    TTFB: Milliseconds,
  }),
});

/** Reads a page's report. @throws A sentence that says what is wrong with it. */
export function parseBeacon(body: unknown): PageBeacon {
  const result = v.safeParse(Beacon, body);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new Error(`This is no health report: ${v.getDotPath(issue) ?? 'the body'}: ${issue.message}.`);
}
