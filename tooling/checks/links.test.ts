import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !file.startsWith('docs/specification/') && existsSync(path.join(root, file)));

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
