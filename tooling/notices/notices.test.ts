import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatNotices } from './format-notices';
import { listShippedPackages } from './shipped-packages';

const root = path.resolve(import.meta.dirname, '../..');
const packages = listShippedPackages(root);

test('lists what browsers download, and no development tool', () => {
  const names = packages.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['react', '@mui/material', '@fontsource-variable/figtree', 'formik']));
  expect(names).not.toContain('jest');
  expect(names).not.toContain('@rspack/core');
  expect(names.filter((name) => name.startsWith('@shop/'))).toEqual([]);
});

test('ships no package whose licence requires publishing our own sources', () => {
  const restricted = packages.filter(({ license }) => /\b(A?GPL|SSPL|unknown)\b/i.test(license));
  expect(restricted).toEqual([]);
});

test('THIRD-PARTY-NOTICES.txt covers the installed versions (npm run notices writes it)', () => {
  const written = readFileSync(path.join(root, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(written === formatNotices(root, packages)).toBe(true);
});
