import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

/** Reads a text of the repository as one line, without the stars of comments. */
const readProse = (file: string) => readFileSync(path.join(root, file), 'utf8').replace(/\s+(\*\s+)?/g, ' ');

test('the client says why it sets no Host header [R.13-2]', () => {
  expect(readProse('shared/api-client/src/base-query.ts')).toContain(
    "A browser cannot set the Host header of the specification: it is on the fetch standard's list of forbidden headers.",
  );
});

test('the README says that size and colour do not reach the server [R.20-3]', () => {
  const [, limits = ''] = readProse('README.md').split('## Known limits');
  expect(limits).toContain('size and colour that a shopper chose do not reach the server');
});

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
