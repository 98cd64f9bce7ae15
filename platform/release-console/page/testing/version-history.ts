import type { VersionHistory } from '@shop/releases/service-api/responses';

/** Web vitals without a sample. */
export const noVital = { samples: 0, p75: null, poorShare: null };

/** Creates the metrics of pages with a LCP. Null: no page reported it. */
export const createMetrics = (views: number, lcp: number | null) => ({
  views,
  renderFailures: 1,
  errors: 2,
  loadFailures: 3,
  checkoutsStarted: 2,
  ordersPlaced: 1,
  ownErrors: 4,
  vitals: {
    LCP: lcp === null ? noVital : { samples: views, p75: lcp, poorShare: 0.5 },
    INP: noVital,
    CLS: noVital,
    TTFB: noVital,
    TBT: noVital,
  },
});

/** Creates the metrics of a live version. @param days  Its days, with page views and LCP. */
export function createVersionHistory(
  app: string,
  version: string,
  days: readonly (readonly [day: string, views: number, lcp: number | null])[],
): VersionHistory {
  const views = days.reduce((sum, [, count]) => sum + count, 0);
  const { ownErrors, ...totals } = createMetrics(views, 1900);
  return {
    app,
    version,
    digest: 'ba9876543210',
    isLive: true,
    isCanary: false,
    totals,
    ownErrors,
    days: days.map(([day, count, lcp]) => ({ day, ...createMetrics(count, lcp) })),
  };
}
