import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureKeys } from '@shop/releases/signing/keys';
import { root } from './build/workspace';

const folder = mkdtempSync(path.join(tmpdir(), 'release-command-'));
const at = (name: string) => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command line as `npm run release` does, with data of its own. */
function release(line: string, env: NodeJS.ProcessEnv = {}) {
  const args = ['--import', 'tsx', path.join(root, 'release-cli/src/main.ts'), ...line.split(' ')];
  const ownEnv = { PATH: process.env.PATH, DATA_DIR: at('data'), INIT_CWD: folder, RELEASE_USER: 'asha', ...env };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env: ownEnv, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('reading takes the public keys alone; what signs says where the signing key is missing', async () => {
  const keys = at('keys');
  await ensureKeys(keys);
  rmSync(path.join(keys, 'signing-key.pem'));
  const env = { RELEASE_KEYS: keys };
  const isEmpty = 'production has nothing live yet: publish and promote shell and remotes first.\n';
  expect(release('status', env)).toEqual({ status: 1, stdout: '', stderr: isEmpty });
  expect(release('gc', env)).toMatchObject({ status: 0, stderr: '' });
  expect(release('promote --remove-app mf-a', env)).toEqual({
    status: 1,
    stdout: '',
    stderr: `There is no signing-key.pem in ${keys} that can be read: promote from where it is kept, or name its folder with RELEASE_KEYS.\n`,
  });
});

test('a folder of keys that only looks gets no signing key from a command that signs; half a pair is completed', async () => {
  const env = { DATA_DIR: at('looking') };
  const keys = at('looking/release-keys');
  await ensureKeys(keys);
  const [trusted = ''] = readdirSync(path.join(keys, 'trusted'));
  const signingKey = readFileSync(path.join(keys, 'signing-key.pem'));
  rmSync(path.join(keys, 'signing-key.pem'));
  for (const line of ['rollback', 'promote --remove-app mf-a']) {
    expect(release(line, env).stderr).toMatch(/^There is no signing-key\.pem in .*looking\/release-keys/);
  }
  expect(readdirSync(keys)).toEqual(['trusted']);
  expect(readdirSync(path.join(keys, 'trusted'))).toEqual([trusted]);

  rmSync(path.join(keys, 'trusted', trusted));
  writeFileSync(path.join(keys, 'signing-key.pem'), signingKey);
  expect(release('rollback', env).stderr).toContain('production has nothing live yet');
  expect(readdirSync(path.join(keys, 'trusted'))).toEqual([trusted]);
});

test.each([
  [
    'publish mf-a --from none',
    {},
    `${at('none')} has no package.json that can be read: name the folder of an app with --from.`,
  ],
  [
    'status',
    { RELEASE_STORE: path.join(root, 'package.json') },
    `The release store ${root}/package.json is a file: name a folder with RELEASE_STORE.`,
  ],
  [
    'status',
    { RELEASE_KEYS: at('broken') },
    `${at('broken')}/trusted/one.pem contains no valid key: copy it again, as PEM, from where the keys are kept.`,
  ],
])('%s with %j ends with a sentence', (line, env, sentence) => {
  mkdirSync(at('broken/trusted'), { recursive: true });
  writeFileSync(at('broken/trusted/one.pem'), 'no key');
  expect(release(line, env)).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` });
});

test('a policy that cannot be read is JSON on stdout where that was asked for, else a sentence on stderr', () => {
  const env = { RELEASE_POLICY: at('none.json') };
  const sentence = `RELEASE_POLICY names ${at('none.json')}, which cannot be read: correct the path, or leave RELEASE_POLICY out.`;
  expect(release('status', env)).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` });
  const { stdout, ...rest } = release('status --json', env);
  expect(rest).toEqual({ status: 1, stderr: '' });
  expect(JSON.parse(stdout)).toEqual({ error: sentence });
});
