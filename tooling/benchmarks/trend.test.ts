import { getTrend } from './trend';

/** Noise between -5 and 5, the same in each run. */
const getNoise = (index: number) => ((index * 7919) % 101) / 10 - 5;
const createPoints = (slope: number, count = 480) =>
  Array.from({ length: count }, (_, index) => ({ x: index / 360, y: 100 + slope * (index / 360) + getNoise(index) }));

test.each([-30, 0, 30])('the trend of a process that grows %s MB an hour contains that growth', (slope) => {
  const { lower, upper } = getTrend(createPoints(slope));
  expect(lower).toBeLessThanOrEqual(slope);
  expect(upper).toBeGreaterThanOrEqual(slope);
  expect(upper - lower).toBeLessThan(10);
});

test('a trend of too few points has no bounds', () => {
  expect(getTrend(createPoints(30, 5)).lower).toBeNaN();
});
