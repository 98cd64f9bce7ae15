import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createTestFolder } from '@shop/releases/testing/test-resources';

const folder = createTestFolder();
const root = path.resolve(import.meta.dirname, '../..');

/** Writes files with their content into a new folder. */
function writeFiles(name: string, files: Record<string, string>): string {
  const target = path.join(folder, name);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(target, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(target, file), content);
  }
  return target;
}

const assertNoSecrets = (target: string) =>
  spawnSync('sh', [path.join(import.meta.dirname, 'assert-no-secrets.sh'), target], { encoding: 'utf8' });

const pem = (name: string) => `-----BEGIN ${name}-----\nMC4CAQAw\n`;

test('a build goes on without secrets, also with public keys and the packages of others', () => {
  const target = writeFiles('clean', {
    '.npmrc': `save-exact=true\n//packages.example/:_authToken=\${NODE_AUTH_TOKEN}\n`,
    'sign-in.ts': 'customer_password = old_password',
    'trusted/release.pem': pem('PUBLIC KEY'),
    'node_modules/a/secrets/test.key': pem('PRIVATE KEY'),
  });
  expect(assertNoSecrets(target)).toMatchObject({ status: 0, stderr: '' });
});

test('a build of the repository goes on', () => {
  const target = writeFiles('repository', {});
  mkdirSync(target);
  const copy =
    'git ls-files -z --deduplicate | tar --create --null --files-from - --ignore-failed-read | tar --extract -C "$0"';
  expect(spawnSync('sh', ['-c', copy, target], { cwd: root }).status).toBe(0);
  expect(existsSync(path.join(target, 'package.json'))).toBe(true);
  expect(assertNoSecrets(target)).toMatchObject({ status: 0, stderr: '' });
});

test.each([
  ['.git/config', ''],
  ['.data/releases/HEAD.json', '{}'],
  ['platform/deploy/secrets/database-password', 'x'],
  ['platform/deploy/.env', 'SANDBOX=on'],
  ['copy-of-signing-key.pem', ''],
  ['notes.txt', pem('PRIVATE KEY')],
  ['server.txt', pem('EC PRIVATE KEY')],
  ['google.json', JSON.stringify({ private_key: pem('PRIVATE KEY') })],
  ['.npmrc', `//packages.example/:${'_authToken'}=npm_x`],
  ['mf-catalog/.npmrc', `${'_auth'}=c2hvcDp4`],
  ['mf-content/.npmrc', `//packages.example/:${'_password'}="c2hvcA=="`],
  ['platform/deploy/shop.env', 'MAIL_TRANSPORT=smtp://shop:x@mail.example'],
  ['platform/deploy/dumps/m/orders/database.dump', 'PGDMP'],
  ['platform/deploy/dumps/m/releases/backup.json', '{}'],
])('a build with %s fails, and the message names it', (file, content) => {
  const target = writeFiles(`bad-${file.replaceAll('/', '-')}`, { 'package.json': '{}', [file]: content });
  const { status, stderr } = assertNoSecrets(target);
  expect(status).toBe(1);
  const [first = ''] = file.match(/^(\.git|\.data|.*secrets)/) ?? [file];
  expect(stderr).toContain(`./${first}`);
});

test('.dockerignore at the root names each of these files, and nothing else decides what builders send', () => {
  const ignored = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n');
  const secrets = ['**/secrets', '**/.env*', '**/*.env', '**/*.key', '**/*signing-key.pem', '**/*.dump'];
  expect(ignored).toEqual(expect.arrayContaining(['.git', '**/.data', '**/node_modules', ...secrets]));
  expect(existsSync(path.join(import.meta.dirname, 'Dockerfile.dockerignore'))).toBe(false);
});

test.each([
  ['platform/deploy/.env', true],
  ['platform/deploy/.env.staging', true],
  ['platform/deploy/staging.env', true],
  ['platform/deploy/secrets/database-password', true],
  ['platform/deploy/kubernetes/overlays/production/secrets/mail-transport', true],
  ['platform/deploy/backups/m/orders/database.dump', true],
  ['platform/deploy/dumps/m/orders/database.dump', true],
  ['platform/deploy/compose.yaml', false],
  ['platform/deploy/.env.example', false],
])('whether git ignores %s is %p', (file, isIgnored) => {
  const { status } = spawnSync('git', ['check-ignore', '--quiet', '--no-index', file], { cwd: root });
  expect(status === 0).toBe(isIgnored);
});

const copyPackages = (target: string, bundle: string) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'copy-packages.mjs'), 'packages', bundle], {
    cwd: target,
    encoding: 'utf8',
  });
const manifest = (fields: object) => JSON.stringify(fields);

test('an image gets the packages that its bundles import, with their dependencies, and no others', () => {
  const target = writeFiles('shop', {
    'dist/external-packages.json': '["a"]',
    'node_modules/a/package.json': manifest({
      dependencies: { b: '1' },
      optionalDependencies: { 'not-installed': '1' },
      devDependencies: { c: '1' },
      peerDependencies: { d: '1', e: '1' },
      peerDependenciesMeta: { e: { optional: true } },
    }),
    ...Object.fromEntries(
      ['test/a.js', 'lib/a.js.map', 'lib/a.d.ts', 'lib/a.js', 'lib/test/a.js', 'LICENSE.md'].map((file) => [
        `node_modules/a/${file}`,
        '',
      ]),
    ),
    'node_modules/a/node_modules/b/package.json': manifest({ version: '2' }),
    ...Object.fromEntries(['b', 'c', 'd', 'e'].map((name) => [`node_modules/${name}/package.json`, manifest({})])),
  });
  expect(copyPackages(target, 'dist')).toMatchObject({ status: 0, stderr: '' });
  const isCopied = (file: string) => existsSync(path.join(target, 'packages', file, 'package.json'));
  expect(['a', 'a/node_modules/b', 'd'].map(isCopied)).toEqual([true, true, true]);
  expect(['b', 'c', 'e'].map(isCopied)).toEqual([false, false, false]);
  // Without what no server loads.
  const files = readdirSync(path.join(target, 'packages/a'), { recursive: true, withFileTypes: true });
  expect(
    files
      .filter((file) => file.isFile() && !file.parentPath.includes('node_modules/'))
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...['LICENSE.md', 'a.js', 'a.js', 'package.json']]);
});

test('a dependency that is not installed ends the build with its name', () => {
  const target = writeFiles('broken', {
    'dist/external-packages.json': '["a"]',
    'node_modules/a/package.json': manifest({ dependencies: { gone: '1' } }),
  });
  expect(copyPackages(target, 'dist')).toMatchObject({ status: 1, stderr: expect.stringContaining('gone, which') });
});
