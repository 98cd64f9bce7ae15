/** Part of the visitors that a document belongs to; `listed` ones have the canary because of a list, not by chance. */
export type VisitorGroup = 'control' | 'canary' | 'listed';

/** What a document says to a page that is to report how it does. Previews and builds from source say nothing. */
export interface TelemetryTag {
  cohort: VisitorGroup;
  /** While a canary runs a page says at once that it started: one that never does is a sign too. */
  isCompared: boolean;
}

/** What a page counts itself. */
export interface PageCounts {
  /** Uncaught errors and unhandled rejections. */
  errors: number;
  /** Sections that could not be shown: a file missing, of another hash, or too late. */
  loadFailures: number;
  checkoutsStarted: number;
  ordersPlaced: number;
}

/** One report of a page, posted as JSON to `/-/health`: what came since the one before. It names nobody. */
export interface PageBeacon extends PageCounts {
  /** The `seq` of the page's composition. */
  composition: number;
  cohort: VisitorGroup;
  /** Milliseconds; CLS has no unit. */
  vitals: { LCP?: number; INP?: number; CLS?: number; TTFB?: number };
}

/** Where pages report to. */
export const beaconPath = '/-/health';
