import { byScale, recordCounts } from './counts';
import { formatCounts } from './format-counts';

test('prints one line for each label, and the sum', () => {
  const lines = formatCounts([
    { label: 'forged links', tried: 40, survived: 40 },
    { label: 'generated requests', tried: 20_000, survived: 19_999, figures: { 'server errors': 1, hangs: 0 } },
  ]);

  expect(lines).toEqual([
    'forged links            40 tried      40 survived',
    'generated requests  20,000 tried  19,999 survived  1 server errors, 0 hangs',
    'all                 20,040 tried  20,039 survived',
  ]);
});

test('rejects counts of a test that tried nothing', () => {
  expect(() => recordCounts('security', { label: 'nothing', tried: 0, survived: 0 })).toThrow(
    '"nothing" tried nothing.',
  );
});

test('rejects more survivors than attempts', () => {
  expect(() => recordCounts('security', { label: 'links', tried: 1, survived: 2 })).toThrow(
    'survived more than it tried',
  );
});

test('npm test runs the bounded size of a suite', () => {
  expect(byScale({ bounded: 'bounded', full: 'full' })).toBe(process.env.SUITE_SCALE === 'full' ? 'full' : 'bounded');
});
