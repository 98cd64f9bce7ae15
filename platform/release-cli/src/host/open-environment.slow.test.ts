import { type ChildProcess, spawn } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { lock } from '@shop/releases/actions/lock';
import { promote } from '@shop/releases/actions/promote';
import { connectSigner } from '@shop/releases/signer/signer-client';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { openTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { waitUntil } from '@shop/testing/wait-until';
import { root } from '../build/workspace';
import { hasInMemory, isRunning, listOpenFiles, listProcessTree, readVariables } from '../testing/process-tree';
import { startSigner } from './open-environment';

const folder = createTestFolder();
const dataDir = path.join(folder, 'data');
const keys = path.join(dataDir, 'release-keys');
const store = createFileSystemStore(path.join(dataDir, 'releases'));
const onLinux = process.platform === 'linux' ? test : test.skip;
if (process.platform !== 'linux')
  console.warn('There is no /proc here: the processes of the command line are not examined.');

/** The private key as bytes of a file, and as a process has it in memory. */
const readSecrets = (): Buffer[] => {
  const pem = readFileSync(path.join(keys, 'signing-key.pem'), 'utf8');
  const { d = '' } = createPrivateKey(pem).export({ format: 'jwk' });
  return [Buffer.from(d, 'base64url'), Buffer.from(pem.split('\n')[1] ?? '')];
};
const isSigner = ({ command }: { command: string }) => command.includes(`allow-fs-read=${keys}/*`);

beforeAll(() => ensureKeys(keys));

/** Publishes a shell whose Node build runs a statement, and starts its promotion. */
async function startPromotion(version: string, statement: string): Promise<ChildProcess & { pid: number }> {
  const server = `${statement}\nexports.provided = {}; exports.renderDocument = () => ({ status: 200, html: '' });`;
  await publishBuild(store, { app: 'shell', version, server });
  const program = path.join(root, 'platform/release-cli/src/main.ts');
  const args = ['--import', 'tsx', program, 'promote', `shell@${version}`, '--reason', 'a test'];
  // The browser is not reached: the smoke test fails before.
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, RELEASE_USER: 'asha', CHROMIUM_PATH: '/bin/true' };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' });
  if (!child.pid) throw new Error('the command did not start');
  return Object.assign(child, { pid: child.pid });
}

onLinux(
  'while promote runs code of a release, the signer alone has the key, without variables, files and rights, and it ends with a killed command',
  async () => {
    const command = await startPromotion('1.0.0', 'const until = Date.now() + 8000; while (Date.now() < until);');
    try {
      const tree = () => listProcessTree(command.pid);
      const evaluates = () => tree().some((running) => /smoke-test-process|renderer-process/.test(running.command));
      await waitUntil(evaluates, { message: 'the gates run the release', timeoutMs: 40_000 });
      const secrets = readSecrets();
      const holders = tree().filter(({ pid }) => hasInMemory(pid, secrets));
      expect(holders.map(({ command: line }) => line)).toEqual([
        expect.stringMatching(
          /--(experimental-)?permission --no-warnings --allow-fs-read=\S+\/release-keys\/\* --input-type/,
        ),
      ]);
      const [signer] = holders;
      if (!signer) throw new Error('no process holds the key');
      expect(isSigner(signer)).toBe(true);
      expect(readVariables(signer.pid)).toBe('');
      expect(listOpenFiles(signer.pid).filter((file) => file.startsWith('/') && !file.startsWith('/dev/'))).toEqual([]);

      command.kill('SIGKILL');
      await waitUntil(() => !isRunning(signer.pid), { message: 'the signer has ended' });
    } finally {
      for (const { pid } of listProcessTree(command.pid)) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
    }
  },
  90_000,
);

test('a signer that was killed is started again, and has the same key', async () => {
  const environment = {
    ...(await openTestEnvironment(store, keys)),
    name: 'staging',
    signer: startSigner(keys, false),
  };
  const shell = await publishBuild(store, { app: 'shell', version: '2.0.0' });
  await promote(environment, [shell], testAuthor, passingGates);
  const [signer] = listProcessTree(process.pid).filter(isSigner);
  if (!signer) throw new Error('no signer runs');
  process.kill(signer.pid, 'SIGKILL');
  await waitUntil(() => !isRunning(signer.pid), { message: 'the signer has ended' });
  // The end may not have been reported yet: the request that meets it fails, and nothing is written.
  const locked = () => lock(environment, 'shell', testAuthor).catch(() => null);
  expect((await waitUntil(locked, { message: 'a signer runs again' })).head).toMatchObject({ seq: 2 });
});

test.each([
  ['is missing', path.join(folder, 'none'), 'ENOENT'],
  ['belongs to no signer', path.join(keys, 'signing-key.pem'), 'ECONNREFUSED'],
])('a socket that %s is an error that names the remedy', async (_, socket, code) => {
  await expect(connectSigner(socket).getKeyId()).rejects.toThrow(
    `The signer cannot be reached at ${socket} (${code}): start it, allow this user to write to its socket, or correct RELEASE_SIGNER.`,
  );
});

test('a signer that does not answer, or ends, is an error, and the next request connects again', async () => {
  const socket = path.join(folder, 'silent');
  const connections: Socket[] = [];
  const server = createServer((stream) => {
    connections.push(stream);
    if (connections.length === 2) stream.end();
    if (connections.length === 3) stream.write('{"result":"0123456789abcdef"}\n');
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  const signer = connectSigner(socket, 50);
  await expect(signer.getKeyId()).rejects.toThrow('The signer has not answered within 0.05 s: restart it');
  await expect(signer.getKeyId()).rejects.toThrow('The signer has ended the connection: try again.');
  expect(await signer.getKeyId()).toBe('0123456789abcdef');
  for (const stream of connections) stream.destroy();
  server.close();
});
