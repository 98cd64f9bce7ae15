import { formatSection, formatSummary, formatTable, getQuantile, isMet, updateDocument } from './report';

test('a new document has every section, and says which were not measured', () => {
  const document = updateDocument('', 'load', 'fast');
  const titles = ['Pages', 'Interactions', 'Load', 'Growth', 'Releases', 'Soak', 'Missed targets'];
  expect(document.match(/^## .+$/gm)).toEqual(titles.map((title) => `## ${title}`));
  expect(document.match(/Not measured yet\./g)).toHaveLength(6);
});

test('a measured section replaces its earlier text and leaves the others and the notes unchanged', () => {
  const first = updateDocument(updateDocument('', 'load', '### Rates\n\nslow'), 'growth', 'linear');
  const noted = first.replace(/Not measured yet\.\n$/, 'The router is 12 KB.\n');
  const second = updateDocument(noted, 'load', '### Rates\n\nfast');
  expect(second).toBe(noted.replace('slow', 'fast'));
});

test('a section names its command before its targets, the missed ones first and bold, and its tables', () => {
  const targets = [
    { text: 'bytes', value: 1.236, limit: 2 },
    { text: 'pages a second', value: 100, limit: 150, kind: 'min' as const },
  ];
  const text = formatSection('npm run bench -- load', { targets, parts: ['| table |'] }, 4.2);
  expect(text).toMatch(/^`npm run bench -- load` · \d{4}-\d\d-\d\d · \d+ cores .* · 4 min\n\n\| Target/);
  expect(text).toMatch(/\| pages a second \| +\*\*100\*\* \| +≥150 \|\n\| bytes +\| +1\.24 \| +≤2 \|\n\n\| table \|$/);
});

test.each([
  [50, 'max', true],
  [51, 'max', false],
  [50, 'min', true],
  [49, 'min', false],
  [Number.NaN, 'max', false],
  [Number.POSITIVE_INFINITY, 'max', false],
] as const)('the value %d of a target of kind %s with the limit 50 is met: %s', (value, kind, expected) => {
  expect(isMet({ text: 'metric', value, limit: 50, kind })).toBe(expected);
});

test('a quantile is the nearest rank, and not a number without values', () => {
  const values = Array.from({ length: 20 }, (_, index) => 20 - index);
  expect([0.5, 0.75, 1].map((share) => getQuantile(values, share))).toEqual([10, 15, 20]);
  expect(getQuantile([], 0.5)).toBeNaN();
});

test('a summary has a median and a range, and no range when all values are equal', () => {
  expect(formatSummary([30, 10, 20])).toBe('20 (10–30)');
  expect(formatSummary([7, 7])).toBe('7');
});

test('a table aligns its first column left and the others right', () => {
  expect(formatTable(['Page', 'ms'], [['home', '1324']])).toBe('| Page |   ms |\n| ---- | ---: |\n| home | 1324 |');
});
