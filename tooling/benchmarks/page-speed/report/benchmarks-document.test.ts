import { formatSection, updateDocument } from './benchmarks-document';

const origin = { machine: '2 cores', date: '2026-01-31', command: 'npm run bench -- server', minutes: 4.2 };

test('a new document has every section, and says which were not measured', () => {
  const document = updateDocument('', { server: 'fast' });
  const titles = ['Pages', 'Interactions', 'Server', 'Growth', 'Missed targets: causes and attempts'];
  expect(document.match(/^## .+$/gm)).toEqual(titles.map((title) => `## ${title}`));
  expect(document.match(/Not measured yet\./g)).toHaveLength(3);
});

test('a measured section replaces its earlier text and leaves the others unchanged', () => {
  const first = updateDocument('', { server: 'slow', growth: 'linear' });
  const second = updateDocument(first, { server: 'fast' });
  expect(second).toContain('fast');
  expect(second).not.toContain('slow');
  expect(second).toContain('linear');
  expect(updateDocument(second, {})).toBe(second);
});

test('keeps the notes that people write about missed targets', () => {
  const first = updateDocument('', { server: 'slow' });
  const noted = first.replace('Nothing is noted.', 'The router is 12 KB.');
  expect(noted).not.toBe(first);
  expect(updateDocument(noted, { server: 'fast' })).toContain('The router is 12 KB.');
});

test('a section names its command, day, machine and duration before its targets and tables', () => {
  const targets = [{ text: 'pages a second', value: 100, limit: 150, kind: 'min' as const }];
  const text = formatSection({ parts: [{ title: 'Memory', text: '| table |' }], targets }, origin);
  expect(text).toMatch(/^`npm run bench -- server` · 2026-01-31 · 2 cores · 4 min\n\n\| Target/);
  expect(text).toContain('**missed**, factor 1.50');
  expect(text).toMatch(/### Memory\n\n\| table \|$/);
});
