import { formatLongDate } from './format-long-date';

it.each([
  ['2025-01-05T10:00:00.000Z', 'January 5, 2025'],
  // Midnight in India is half past six the evening before in UTC.
  ['2025-01-05T18:29:59.000Z', 'January 5, 2025'],
  ['2025-01-05T18:30:00.000Z', 'January 6, 2025'],
  ['', ''],
])('formats %p as %p [2.account-03]', (iso, text) => {
  expect(formatLongDate(iso)).toBe(text);
});

it('writes the month of a date in the language of the page', () => {
  expect(formatLongDate('2025-01-05T18:30:00.000Z', 'hi')).toBe('6 जनवरी 2025');
});
