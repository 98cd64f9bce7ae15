import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

test('the threat model names a test for each threat and each finding', () => {
  const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
  const rows = text
    .split('\n## ')
    .filter((section) => /^(Threats|Findings)/.test(section))
    .flatMap((section) =>
      section
        .split('\n')
        .filter((line) => /^\| (?!-)/.test(line))
        .slice(1),
    );
  expect(rows.length).toBeGreaterThan(35);
  const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) && existsSync(path.join(root, file));
  const isTested = (row: string) => [...row.matchAll(/`([^`]+)`/g)].some(([, file = '']) => isTest(file));
  expect(rows.filter((row) => !isTested(row))).toEqual([]);
});
