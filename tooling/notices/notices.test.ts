import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isAllowedLicense } from '@shop/releases/release/sbom';
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

test('ships no package whose licence is not in the allowlist', () => {
  expect(packages.filter(({ license }) => !isAllowedLicense(license))).toEqual([]);
  for (const license of ['GPL-3.0-only', 'AGPL-3.0-or-later', 'MIT AND GPL-2.0-only', 'SSPL-1.0', 'unknown', '']) {
    expect([license, isAllowedLicense(license)]).toEqual([license, false]);
  }
});

test('THIRD-PARTY-NOTICES.txt covers the installed versions (npm run notices -w tooling writes it)', () => {
  const written = readFileSync(path.join(root, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  expect(written === formatNotices(root, packages)).toBe(true);
});
