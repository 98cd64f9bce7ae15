import { getMedian, getPercentile, summarize } from './statistics';

test.each([
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
  [[7], 7],
])('the median of %j is %d', (values, median) => {
  expect(getMedian(values)).toBe(median);
});

test('a median without values is not a number', () => {
  expect(getMedian([])).toBeNaN();
});

test('the 75th percentile of 20 values is the 15th smallest', () => {
  const values = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect(getPercentile(values, 0.75)).toBe(15);
  expect(getPercentile(values, 1)).toBe(20);
});

test('a summary leaves missing measurements out', () => {
  expect(summarize([30, null, 10])).toEqual({ median: 20, min: 10, max: 30, count: 2 });
});
