import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { findCommit, listCommits, readRepository } from './build-for-release';

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
  return { app, repository, git, commit: git('rev-parse', 'HEAD') };
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

test('lists the commits of an app and of the shared packages, newest first, and none of other apps', async () => {
  const { app, repository, git, commit } = createRepository('commits');
  for (const folder of ['shared/ui', 'mf-other']) {
    mkdirSync(path.join(repository, folder), { recursive: true });
    writeFileSync(path.join(repository, folder, 'index.ts'), '');
    git('add', '.');
    git('commit', '-q', '-m', `change ${folder}`);
  }
  const commits = await listCommits(app);
  expect(commits.map(({ subject }) => subject)).toEqual(['change shared/ui', 'first']);
  expect(commits[1]).toEqual({ hash: commit, subject: 'first', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
});

test('lists no commits of a shallow clone, whose oldest commit seems to change every file', async () => {
  const { repository } = createRepository('origin');
  const clone = path.join(folder, 'shallow');
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository}`, clone]);
  expect(await listCommits(path.join(clone, 'mf-reviews'))).toEqual([]);
});

test('lists no commits outside a repository', async () => {
  const outside = path.join(folder, 'no-commits');
  mkdirSync(outside);
  expect(await listCommits(outside)).toEqual([]);
});
