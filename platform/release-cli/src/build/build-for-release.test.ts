import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { findCommit, readRepository } from './build-for-release';

const folder = createTestFolder();

/** Creates a repository of another team with one committed app. @returns The app's folder and the commit. */
function createRepository(name: string) {
  const repository = path.join(folder, name);
  const app = path.join(repository, 'mf-reviews');
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(app, 'package.json'), '{}');
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=asha', '-c', 'user.email=asha@example.com', ...args], {
      encoding: 'utf8',
    }).trim();
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  return { app, commit: git('rev-parse', 'HEAD') };
}

test('finds the commit of the repository that contains the folder', async () => {
  const { app, commit } = createRepository('clean');
  expect(await findCommit(app)).toBe(commit);
  expect(await findCommit()).not.toContain(commit);
});

test('marks a commit with uncommitted changes or untracked files as dirty', async () => {
  const { app, commit } = createRepository('dirty');
  writeFileSync(path.join(app, 'new.ts'), '');
  expect(await findCommit(app)).toBe(`${commit}-dirty`);
});

test('finds no commit outside a repository', async () => {
  const outside = path.join(folder, 'outside');
  mkdirSync(outside);
  expect(await findCommit(outside)).toBe('');
});

test.each([
  ['a URL', { repository: 'https://git.example/reviews' }, 'https://git.example/reviews'],
  [
    'an object of npm',
    { repository: { url: 'git+https://git.example/reviews.git' } },
    'https://git.example/reviews.git',
  ],
  ['a URL with credentials', { repository: { url: 'https://asha:secret@git.example/r' } }, 'https://git.example/r'],
  ['nothing', {}, ''],
])('reads the repository from %s, without credentials', (_, packageJson, url) => {
  expect(readRepository(packageJson)).toBe(url);
});
