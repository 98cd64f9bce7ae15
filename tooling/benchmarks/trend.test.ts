import { getTrend } from './trend';

test('finds the slope of a line, and its bounds', () => {
  expect(getTrend([0, 1, 2, 3].map((x) => ({ x, y: 5 + 2 * x })))).toEqual({ mean: 8, slope: 2, lower: 2, upper: 2 });
});

test('says that noise has no slope', () => {
  const { lower, upper } = getTrend(Array.from({ length: 40 }, (_, x) => ({ x, y: x % 2 })));
  expect(lower).toBeLessThan(0);
  expect(upper).toBeGreaterThan(0);
});

test('says nothing about the slope of two points', () => {
  expect(
    getTrend([
      { x: 0, y: 0 },
      { x: 1, y: 9 },
    ]).lower,
  ).toBe(Number.NEGATIVE_INFINITY);
});
