import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { listRepositoryFiles } from './repository-files';

const files = listRepositoryFiles();
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('docs/specification/'));

/** Files of the repository that a document names: targets of relative links, and paths with a folder in backticks. */
function listNamedFiles(document: string): string[] {
  const text = readFileSync(path.join(root, document), 'utf8').replace(/```[\s\S]*?```/g, '');
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target = '']) =>
    path.posix.normalize(path.posix.join(path.posix.dirname(document), target)),
  );
  const packages = /^(shell|mf-[a-z-]+|shared|platform|store-api|tooling|e2e|docs|\.github)\//;
  const paths = [...text.matchAll(/`([A-Za-z0-9._/-]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => packages.test(name));
  return [...links, ...paths];
}

/** Paths that a document names as an example, or that a command creates. */
const examples = [
  /^mf-reviews\//,
  /^\.github\/workflows\/mf-reviews\.yml$/,
  /\/dist\//,
  /^platform\/deploy\/secrets\//,
];

test.each(documents)('%s names existing files only', (document) => {
  const missing = listNamedFiles(document).filter(
    (file) => !examples.some((example) => example.test(file)) && !existsSync(path.join(root, file)),
  );
  expect(missing).toEqual([]);
});

test('the table of files in ARCHITECTURE names existing files only', () => {
  const [, section = ''] = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8').split(
    '## Find a file in two steps',
  );
  const [table = ''] = section.split('\n## ');
  const rows = [...table.matchAll(/^\| (.+?) +\| `([a-z-/]+)` +\| (.+?) +\|$/gm)];
  expect(rows.length).toBeGreaterThan(12);
  const missing = rows.flatMap(([, question = '', folder = '', names = '']) =>
    [...names.matchAll(/`([\w.-]+)`/g)]
      .filter(([, name = '']) => !files.some((file) => file.startsWith(`${folder}/`) && file.endsWith(`/${name}`)))
      .map(([, name]) => `${question} ${folder}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('code and documents refer to existing decisions only', () => {
  const pages = files.flatMap((file) => /^docs\/decisions\/(\d{4})-/.exec(file)?.[1] ?? []);
  const pattern = '([Dd]ecision |decisions/)[0-9]{4}';
  const args = ['grep', '-noE', pattern, '--', '.', ':!docs/decisions/README.md', ':!*CHANGELOG.md'];
  const references = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  expect(references.length).toBeGreaterThan(50);
  expect(references.filter((reference) => !pages.includes(reference.slice(-4)))).toEqual([]);
});

test('the threat model names a test for each threat and each finding', () => {
  const text = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
  const tables = text.split('\n## ').filter((section) => /^(Threats|Findings)/.test(section));
  const rows = tables.flatMap((section) => (section.match(/^\| (?!-).*/gm) ?? []).slice(1));
  expect(rows.length).toBeGreaterThan(35);
  const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) && files.includes(file);
  /** Lists the tests of the last cell. `{a,b}` stands for both names. */
  const listTests = (row: string) => {
    const cell =
      row
        .replace(/\|\s*$/, '')
        .split('|')
        .at(-1) ?? '';
    return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) => {
      const [, before = '', names = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
      return names ? names.split(',').map((part) => before + part + after) : [name];
    });
  };
  const isTested = (row: string) => listTests(row).length > 0 && listTests(row).every(isTest);
  expect(rows.filter((row) => !isTested(row))).toEqual([]);
});
