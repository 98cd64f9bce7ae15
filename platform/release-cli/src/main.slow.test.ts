import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promote } from '@shop/releases/actions/promote';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { openTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createTestFolder, startTestServer } from '@shop/releases/testing/test-resources';
import { readLive } from '@shop/releases/testing/test-shop';
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

test('publish names a manifest that is missing', () => {
  const stderr =
    '/nonexistent/mf-manifest.json is missing: name the mf-manifest.json of a built remote with --manifest.\n';
  const line = 'publish mf-a --version 1.0.0 --manifest /nonexistent/mf-manifest.json';
  expect(release(line)).toEqual({ status: 1, stdout: '', stderr });
});

/** Opens what a command writes to, and returns it with what closes it. */
type OpenOutput = () => { stdio: 'pipe' | number; close: (stream: Readable | null) => void };

const closedPipe: OpenOutput = () => ({ stdio: 'pipe', close: (stream) => stream?.destroy() });
const fullDisk: OpenOutput = () => {
  const file = openSync('/dev/full', 'w');
  return { stdio: file, close: () => closeSync(file) };
};
const openPipe: OpenOutput = () => ({ stdio: 'pipe', close: () => undefined });

describe('a command whose output cannot be written', () => {
  const dataDir = inFolder('closed');
  const keys = path.join(dataDir, 'release-keys');
  const store = createFileSystemStore(path.join(dataDir, 'releases'));
  const events: string[] = [];
  const webhooks = inFolder('webhooks.json');
  beforeAll(async () => {
    await ensureKeys(keys);
    await promote(
      await openTestEnvironment(store, keys),
      [await publishBuild(store, { app: 'shell' })],
      testAuthor,
      passingGates,
    );
    const { port } = await startTestServer(async (request, response) => {
      events.push(JSON.parse(await text(request)).event);
      response.writeHead(204).end();
    });
    writeFileSync(inFolder('secret'), 'x'.repeat(32));
    const receiver = { name: 'chat', url: `http://127.0.0.1:${port}/`, secretFile: 'secret' };
    writeFileSync(webhooks, JSON.stringify({ webhooks: [receiver] }));
  });
  const readSeq = async () => (await readLive(await openTestEnvironment(store, keys))).head.seq;

  async function runWith(line: string, stdout: OpenOutput, stderr: OpenOutput) {
    const outputs = [stdout(), stderr()];
    const child = spawn(process.execPath, [...program, ...line.split(' ')], {
      ...createOptions({ DATA_DIR: dataDir, RELEASE_WEBHOOKS: webhooks }),
      stdio: ['ignore', ...outputs.map(({ stdio }) => stdio)],
    });
    const exit = once(child, 'exit');
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk));
    for (const [index, { close }] of outputs.entries()) close([child.stdout, child.stderr][index] ?? null);
    const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
    const [exitCode] = await exit;
    clearTimeout(timer);
    return { exitCode, said };
  }

  it.each<[string, OpenOutput, OpenOutput]>([
    ['stdout is a closed pipe', closedPipe, openPipe],
    ['stderr is a closed pipe', openPipe, closedPipe],
    ['both are on a full disk', fullDisk, fullDisk],
  ])('makes and delivers its change, and prints no trace, when %s', async (_, stdout, stderr) => {
    const seq = await readSeq();
    events.length = 0;
    const { exitCode, said } = await runWith('note --reason x', stdout, stderr);
    expect(said).not.toMatch(/EPIPE|ENOSPC|\n +at /);
    expect([exitCode, await readSeq(), events]).toEqual([0, seq + 1, ['note']]);
  });

  it.each([
    ['errors', 0],
    ['rollback', 1],
    // Without a reader it would run until a signal.
    ['watch', 0],
  ])('%s ends with its exit code without a reader', async (line, exitCode) => {
    expect(await runWith(line, closedPipe, openPipe)).toEqual({
      exitCode,
      said: expect.not.stringMatching(/EPIPE|\n +at /),
    });
  });
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
