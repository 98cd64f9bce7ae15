/**
 * Group of a visitor while a canary runs. `listed` visitors have the canary because an allowlist names them, so their
 * metrics are not compared with the control group. A visitor without a cookie has the live version and is `listed` too, so that both
 * groups of a comparison lose their first visits.
 */
export type VisitorGroup = 'control' | 'canary' | 'listed';

/** Tells a page how to label its beacons. Previews and development builds have no tag and send no beacons. */
export interface TelemetryTag {
  group: VisitorGroup;
  /** True while a canary runs and the visitor counts for comparisons. The page then reports its start at once, so that the gateway counts pages that never start. */
  isCompared: boolean;
}

/** Events that a page counts. */
export interface PageCounts {
  /** Uncaught errors, unhandled rejections, and exceptions that a screen caught and reported. */
  errors: number;
  /** Screens that did not load: a missing file, a wrong hash or a timeout. */
  loadFailures: number;
  checkoutsStarted: number;
  ordersPlaced: number;
}

/** A beacon: JSON posted to `/-/telemetry` with what happened since the page's previous beacon. It identifies no visitor. */
export interface PageBeacon extends PageCounts {
  /** The `seq` of the page's composition. */
  composition: number;
  group: VisitorGroup;
  /** Whether the page reacts to input. Absent in beacons of shells before 7.1 of the contract, which send the first one when it does or soon before. */
  isStarted?: boolean;
  /**
   * The errors of the beacon by the release whose file comes first in the stack, or by the shell when the stack names none. Its load
   * failures by the release whose file did not load: `mf-catalog/1.0.0-4f3a…`, as in the URLs of its files. Absent without any.
   */
  appErrors?: Readonly<Record<string, number>>;
  /**
   * At most one value of each vital per page view. Milliseconds; CLS has no unit. TBT is the total blocking time from the start of
   * the page until five seconds after it reacts to input: of each task, what is over 50 ms.
   */
  vitals: { LCP?: number; INP?: number; CLS?: number; TTFB?: number; TBT?: number };
}

/** Path that pages post their beacons to. */
export const beaconPath = '/-/telemetry';
