import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { findSources, readRepository } from './build-for-release';

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
  expect(await findSources(app)).toMatchObject({ commit, notes: [] });
});

test('marks a commit with uncommitted changes or untracked files as dirty', async () => {
  const { app, commit } = createRepository('dirty');
  writeFileSync(path.join(app, 'new.ts'), '');
  expect((await findSources(app)).commit).toBe(`${commit}-dirty`);
});

test('finds nothing outside a repository, and says nothing about it', async () => {
  const outside = path.join(folder, 'outside');
  mkdirSync(outside);
  expect(await findSources(outside)).toEqual({ commit: '', commits: [], notes: [] });
});

test('says why git cannot read a repository', async () => {
  const { app, repository } = createRepository('unreadable');
  const missing = (reason: string) => ({
    commit: '',
    commits: [],
    notes: [`no commit and no list of commits are recorded: ${reason}`],
  });
  const { PATH } = process.env;
  process.env.PATH = path.join(folder, 'without-programs');
  const withoutGit = await findSources(app);
  process.env.PATH = PATH;
  expect(withoutGit).toEqual(missing('git is not installed'));
  renameSync(path.join(repository, '.git'), path.join(folder, 'moved'));
  writeFileSync(path.join(repository, '.git'), 'gitdir: /nowhere\n');
  expect(await findSources(app)).toEqual(missing('git says "not a git repository: /nowhere"'));
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
  const { commits } = await findSources(app);
  expect(commits.map(({ subject }) => subject)).toEqual(['change shared/ui', 'first']);
  expect(commits[1]).toEqual({ hash: commit, subject: 'first', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
});

/** A program in place of GnuPG, which signs everything with the same text. */
const fakeGnuPg = `#!/bin/sh
cat > /dev/null
case "$*" in
  *--verify*) echo 'gpg: Signature made today' >&2 ;;
  *)
    printf '%s\\n\\nx\\n%s\\n' '-----BEGIN PGP SIGNATURE-----' '-----END PGP SIGNATURE-----'
    printf '\\n[GNUPG:] SIG_CREATED \\n' >&2
    ;;
esac
`;

test('lists commits without their signatures, whatever the settings of git say', async () => {
  const { app, git } = createRepository('signed');
  const program = path.join(folder, 'fake-gnupg');
  writeFileSync(program, fakeGnuPg, { mode: 0o755 });
  git('config', 'gpg.format', 'openpgp');
  git('config', 'gpg.program', program);
  git('config', 'log.showSignature', 'true');
  git('commit', '-q', '-a', '--amend', '-S', '-m', 'signed');
  expect(git('log', '--format=%s')).toContain('gpg: Signature made today');
  expect((await findSources(app)).commits.map(({ subject }) => subject)).toEqual(['signed']);
});

test('lists no commits of a shallow clone, whose oldest commit seems to change every file, and says so', async () => {
  const { repository, commit } = createRepository('origin');
  const clone = path.join(folder, 'shallow');
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${repository}`, clone]);
  expect(await findSources(path.join(clone, 'mf-reviews'))).toEqual({
    commit,
    commits: [],
    notes: ['no list of commits: this is a shallow clone, check out the history first'],
  });
});
