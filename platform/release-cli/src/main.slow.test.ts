import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { root } from './build/workspace';

const folder = createTestFolder();
const inFolder = (name: string) => path.join(folder, name);

/** Runs the command line in a process, as `npm run release` does, with its own data folder. */
function release(line: string, env: NodeJS.ProcessEnv = {}) {
  const args = ['--import', 'tsx', path.join(root, 'platform/release-cli/src/main.ts'), ...line.split(' ')];
  const ownEnv = { PATH: process.env.PATH, DATA_DIR: inFolder('data'), INIT_CWD: folder, RELEASE_USER: 'asha', ...env };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env: ownEnv, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('reads with the public keys only, and names the folder of a missing signing key', async () => {
  const keys = inFolder('keys');
  await ensureKeys(keys);
  rmSync(path.join(keys, 'signing-key.pem'));
  const env = { RELEASE_KEYS: keys };
  const isEmpty = 'production has no live composition yet: publish and promote the shell and remotes first.\n';
  expect(release('status', env)).toEqual({ status: 1, stdout: '', stderr: isEmpty });
  expect(release('gc', env)).toMatchObject({ status: 0, stderr: '' });
  expect(release('promote --remove-app mf-a', env)).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      new RegExp(
        `^✗ release store \\([\\d.]+ s\\)\\nThere is no signing-key\\.pem in ${keys} that can be read: promote on the machine that has it, or name its folder with RELEASE_KEYS\\.\\n$`,
      ),
    ),
  });
  expect(release('promote --remove-app mf-a --json', env)).toMatchObject({ status: 1, stderr: '' });
});

test('creates no signing key next to public keys, and completes a signing key without its public key', async () => {
  const env = { DATA_DIR: inFolder('looking') };
  const keys = inFolder('looking/release-keys');
  await ensureKeys(keys);
  const [trusted = ''] = readdirSync(path.join(keys, 'trusted'));
  const signingKey = readFileSync(path.join(keys, 'signing-key.pem'));
  rmSync(path.join(keys, 'signing-key.pem'));
  for (const line of ['rollback', 'promote --remove-app mf-a']) {
    expect(release(line, env).stderr).toMatch(/^There is no signing-key\.pem in .*looking\/release-keys/m);
  }
  expect(readdirSync(keys)).toEqual(['trusted']);
  expect(readdirSync(path.join(keys, 'trusted'))).toEqual([trusted]);

  rmSync(path.join(keys, 'trusted', trusted));
  writeFileSync(path.join(keys, 'signing-key.pem'), signingKey);
  expect(release('rollback', env).stderr).toContain('production has nothing live yet');
  expect(readdirSync(path.join(keys, 'trusted'))).toEqual([trusted]);
});

test('publish names a folder without a package.json', () => {
  const stderr = `${inFolder('none')} has no readable package.json: name the folder of an app with --from.\n`;
  expect(release('publish mf-a --from none')).toEqual({ status: 1, stdout: '', stderr });
});

test('promote names the command that installs a missing Chromium, and installs nothing', async () => {
  const dataDir = inFolder('no-browser');
  const store = createFileSystemStore(path.join(dataDir, 'releases'));
  await publishBuild(store, { app: 'shell' });
  const programs = inFolder('programs');
  mkdirSync(programs);
  const installed = inFolder('installed');
  for (const name of ['apt-get', 'npx', 'playwright', 'sudo']) {
    writeFileSync(path.join(programs, name), `#!/bin/sh\necho ${name} >> ${installed}\n`, { mode: 0o755 });
  }
  const env = { DATA_DIR: dataDir, PATH: programs, PLAYWRIGHT_BROWSERS_PATH: inFolder('browsers') };
  const { status, stderr } = release('promote shell@1.0.0', env);
  expect(status).toBe(1);
  expect(stderr).toContain('smoke-test · composition: the smoke test could not run: This machine has no Chromium');
  expect(stderr).toContain('npx playwright-core install');
  expect(existsSync(installed)).toBe(false);
});
