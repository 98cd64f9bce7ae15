import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { root } from './build/workspace';

const folder = createTestFolder();
const inFolder = (name: string) => path.join(folder, name);

const program = ['--import', 'tsx', path.join(root, 'platform/release-cli/src/main.ts')];
const createOptions = (env: NodeJS.ProcessEnv) => ({
  cwd: root,
  env: { PATH: process.env.PATH, DATA_DIR: inFolder('data'), INIT_CWD: folder, RELEASE_USER: 'asha', ...env },
});

/** Runs the command line in a process, as `npm run release` does, with its own data folder. */
function release(line: string, env: NodeJS.ProcessEnv = {}) {
  const options = { ...createOptions(env), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...line.split(' ')], options);
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

const goesOn =
  'The command has ended. A change that the release service has received goes on there: look at "status".\n';

test.each([
  ['a release store that does not respond', 's3://releases?endpoint=', ''],
  ['a release service that does not respond, where a change goes on', '', goesOn],
])('Ctrl-C ends a command that waits for %s', async (_, prefix, message) => {
  const keys = inFolder(`interrupted-${message.length}`);
  await ensureKeys(keys);
  const server = createServer().listen(0, '127.0.0.1');
  const request = once(server, 'request');
  await once(server, 'listening');
  const child = spawn(process.execPath, [...program, 'status'], {
    ...createOptions({
      RELEASE_STORE: `${prefix}http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...{ RELEASE_KEYS: keys, RELEASE_TOKEN: 'token', AWS_ACCESS_KEY_ID: 'asha', AWS_SECRET_ACCESS_KEY: 'secret' },
    }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    let stderr = '';
    child.stderr.on('data', (chunk) => (stderr += chunk));
    const close = once(child, 'close');
    await Promise.race([request, close]);
    child.kill('SIGINT');
    expect([...(await close), stderr]).toEqual([130, null, message]);
  } finally {
    child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
  }
});
