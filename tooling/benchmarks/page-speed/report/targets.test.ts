import { describeOutcome, formatTargets, type Target } from './targets';

const target = (value: number, limit: number, kind: Target['kind'] = 'max'): Target => ({
  text: 'figure',
  value,
  limit,
  kind,
});

test.each([
  [target(50, 50), 'met'],
  [target(75, 50), '**missed**, factor 1.50'],
  [target(150, 150, 'min'), 'met'],
  [target(100, 150, 'min'), '**missed**, factor 1.50'],
  [target(10, 0), '**missed**'],
  [target(Number.NaN, 50), 'not measured'],
  [target(Number.POSITIVE_INFINITY, 50), '**missed**'],
])('%j is %s', (given, outcome) => {
  expect(describeOutcome(given)).toBe(outcome);
});

test('the table of targets begins with the missed ones', () => {
  const table = formatTargets([target(1, 2), { ...target(3, 2), text: 'slow' }]);
  expect(table.split('\n')[2]).toMatch(/^\| slow +\| +3 \| +≤ 2 \| \*\*missed\*\*, factor 1\.50 \|$/);
});
