import type { MetricsReport } from '@shop/releases/service-api/responses';
import { createMetrics, createVersionHistory, noVital } from '../testing/version-history';
import { downsample, maxLines, toDayCharts } from './chart-data';

const now = Date.parse('2026-11-22T20:00:00Z');

test('a chart of a canary sums counts over five minutes and weights the p75 of a vital by its samples', () => {
  const minutes = [
    [10, 1000],
    [30, 2000],
    [0, null],
    [0, null],
    [0, null],
    [1, null],
  ] as const;
  const [first, second] = downsample(
    minutes.map(([views, lcp], at): MetricsReport['live']['minutes'][number] => ({ at, ...createMetrics(views, lcp) })),
  );
  expect(first).toMatchObject({ at: 0, views: 40, errors: 10, checkoutsStarted: 10, ordersPlaced: 5 });
  expect(first?.vitals.LCP).toEqual({ samples: 40, p75: 1750, poorShare: 0.5 });
  expect(second).toMatchObject({ at: 5, views: 1, vitals: { LCP: noVital } });
  expect(downsample([])).toEqual([]);
});

test('a chart by day has a point for each of the last 30 UTC days, and none for a day without a record', () => {
  const history = createVersionHistory('mf-a', '1.0.0', [
    ['2026-10-23', 9, 1],
    ['2026-10-24', 5, 1800],
    ['2026-11-22', 7, null],
  ]);
  const { times, charts } = toDayCharts([history], now);
  expect(times).toHaveLength(30);
  expect([times[0], times[29]].map((time) => time?.toISOString().slice(0, 10))).toEqual(['2026-10-24', '2026-11-22']);
  const read = (name: string) => charts.find((chart) => chart.name === name)?.lines[0]?.values;
  expect(read('Page views')).toEqual([5, ...Array(28).fill(null), 7]);
  expect(read('LCP')).toEqual([1800, ...Array(29).fill(null)]);
});

test('a chart by day has a line in a colour of its own for each of the newest versions', () => {
  const versions = Array.from({ length: maxLines + 2 }, (_, index) =>
    createVersionHistory('mf-a', `1.${9 - index}.0`, []),
  );
  const lines = toDayCharts(versions, now).charts[0]?.lines ?? [];
  expect(lines.map(({ name }) => name)).toEqual(['1.9.0', '1.8.0', '1.7.0', '1.6.0', '1.5.0']);
  expect(new Set(lines.map(({ color }) => color)).size).toBe(maxLines);
});
