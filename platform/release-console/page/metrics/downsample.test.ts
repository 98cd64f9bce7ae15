import type { MetricsReport } from '../../api/responses';
import { downsample } from './chart-data';

type Minute = MetricsReport['live']['minutes'][number];

const nothing = { samples: 0, p75: null, poorShare: null };
const minute = (at: number, views: number, lcp: number | null): Minute => ({
  at,
  views,
  renderFailures: 0,
  errors: 1,
  loadFailures: 0,
  checkoutsStarted: 2,
  ordersPlaced: 1,
  vitals: {
    LCP: lcp === null ? nothing : { samples: views, p75: lcp, poorShare: 0.5 },
    INP: nothing,
    CLS: nothing,
    TTFB: nothing,
  },
});

test('sums counts over five minutes and weights the p75 of a vital by its samples', () => {
  const [first, second] = downsample([
    minute(0, 10, 1000),
    minute(1, 30, 2000),
    minute(2, 0, null),
    minute(3, 0, null),
    minute(4, 0, null),
    minute(5, 1, null),
  ]);
  expect(first).toMatchObject({ at: 0, views: 40, errors: 5, checkoutsStarted: 10, ordersPlaced: 5 });
  expect(first?.vitals.LCP).toEqual({ samples: 40, p75: 1750, poorShare: 0.5 });
  expect(second).toMatchObject({ at: 5, views: 1, vitals: { LCP: nothing } });
  expect(downsample([])).toEqual([]);
});
