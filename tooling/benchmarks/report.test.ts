import { formatSection, getQuantile, isMet, updateDocument } from './report';

test('a measured section replaces its earlier text and leaves the other sections and the notes unchanged', () => {
  const first = updateDocument(updateDocument('', 'load', '### Rates\n\nslow'), 'growth', 'linear');
  expect(first.match(/Not measured yet\./g)).toHaveLength(5);
  const noted = first.replace(/Not measured yet\.\n$/, 'The router is 12 KB.\n');
  expect(updateDocument(noted, 'load', '### Rates\n\nfast')).toBe(noted.replace('slow', 'fast'));
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

test('a missing metric misses its target', () => {
  expect(isMet({ text: 'metric', value: getQuantile([], 0.5), limit: 50 })).toBe(false);
});
