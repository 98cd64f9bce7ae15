import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureKeys, readTrustedKeys } from '@shop/releases/signing/keys';
import { readLiveState } from '@shop/releases/state/live-state';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { waitUntil } from '@shop/testing/wait-until';
import { parse } from 'yaml';

/*
 * Runs the services `signer` and `release` of compose.yaml as their users, with the arguments of compose.yaml and without
 * containers. Only root can start processes as other users.
 */
const setpriv = '/usr/bin/setpriv';
const canChangeUser = process.getuid?.() === 0 && existsSync(setpriv);
const describeAsRoot = canChangeUser ? describe : describe.skip;
if (!canChangeUser) {
  console.warn('Only root can start the signer and the command line as two users: their separation is not tested.');
}

const repository = path.resolve(import.meta.dirname, '../..');
const { services, volumes } = parse(readFileSync(path.join(import.meta.dirname, 'compose.yaml'), 'utf8'), {
  merge: true,
});
const permissionFlag = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

describeAsRoot('the signer as another user than the command line', () => {
  const folder = createTestFolder();
  const inFolder = (name: string) => path.join(folder, name);
  const keys = inFolder('keys');
  const keyFile = path.join(keys, 'signing-key.pem');
  const store = createFileSystemStore(inFolder('releases'));
  const [signerUser, signerGroup] = String(services.signer.user).split(':').map(Number) as [number, number];
  let signer: ChildProcess;

  const toCommand = (user: string, args: readonly string[]) => {
    const [uid, gid] = user.split(':');
    return [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs', '--inh-caps=-all', ...args];
  };
  /** Replaces the paths of the container. */
  const toHere = (arg: string) =>
    arg
      .replace(/^node$/, process.execPath)
      .replace(/^--permission$/, permissionFlag)
      .replace(/(\/shop\/)?platform\/gateway\/dist/, inFolder('bundle'))
      .replace('/run/release-keys', keys)
      .replace('/run/signer', inFolder('socket'));
  /** Starts the signer, and waits until it listens. */
  const startSigner = async () => {
    const { user, entrypoint, command } = services.signer;
    const args = toCommand(user, [...entrypoint, ...command].map(toHere));
    signer = spawn(setpriv, args, { env: {}, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [signer.stdout, signer.stderr]) stream?.on('data', (chunk) => (output += chunk));
    await waitUntil(() => output.includes('listens on'), { message: 'the signer listens' });
  };

  /** Runs the command line. */
  const release = (line: string, user: string = services.release.user) => {
    const program = ['--import', 'tsx', path.join(repository, 'platform/release-cli/src/main.ts'), ...line.split(' ')];
    const env = {
      PATH: process.env.PATH,
      HOME: inFolder('home'),
      TMPDIR: inFolder('home'),
      RELEASE_USER: 'asha',
      RELEASE_STORE: inFolder('releases'),
      RELEASE_KEYS: keys,
      RELEASE_SIGNER: toHere(services.release.environment.RELEASE_SIGNER),
      // The smoke test ends before it opens the browser.
      CHROMIUM_PATH: '/bin/true',
    };
    const options = { cwd: repository, env, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(setpriv, toCommand(user, [process.execPath, ...program]), options);
    return { status, stdout, stderr };
  };
  const readSeq = async () => {
    const environment = { store, name: 'production', trusted: await readTrustedKeys(keys) };
    return (await readLiveState(environment))?.head.seq ?? 0;
  };

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    await ensureKeys(keys);
    chmodSync(keyFile, 0o400);
    chownSync(keyFile, signerUser, signerGroup);
    // The folder of the socket, as the options of the volume make it.
    const [, uid, gid, mode] = volumes.signer.driver_opts.o.match(/^uid=(\d+),gid=(\d+),mode=(\d+)$/) ?? [];
    mkdirSync(inFolder('socket'));
    chownSync(inFolder('socket'), Number(uid), Number(gid));
    chmodSync(inFolder('socket'), Number.parseInt(mode, 8));
    execFileSync(process.execPath, ['platform/deploy/bundle-gateway.mjs', inFolder('bundle')], { cwd: repository });
    // Code of a team that looks for the key.
    const server = `
let found;
try { found = process.getBuiltinModule('node:fs').readFileSync(${JSON.stringify(keyFile)}, 'utf8'); } catch (error) { found = error.code ?? error.message; }
throw new Error('the release reads: ' + found);`;
    await publishBuild(store, { app: 'shell', server });
    mkdirSync(inFolder('home'));
    chmodSync(inFolder('home'), 0o1777);
    execFileSync('chown', ['-R', services.release.user, inFolder('releases')]);
    await startSigner();
  }, 60_000);

  afterAll(() => {
    signer.kill();
  });

  it('promotes with a command line that cannot read the key, and neither can the code of a release that its gates run', async () => {
    const readKey = toCommand(services.release.user, ['cat', keyFile]);
    expect(spawnSync(setpriv, readKey, { encoding: 'utf8' })).toMatchObject({ status: 1, stdout: '' });

    const refused = release('promote shell@1.0.0');
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/smoke-test · shell: .*the release reads: /);
    expect(refused.stderr).not.toContain('PRIVATE KEY');
    expect(await readSeq()).toBe(0);

    expect(release('promote shell@1.0.0 --force --reason drill')).toMatchObject({ status: 0 });
    expect(release('lock shell --reason sale')).toMatchObject({ status: 0 });
    expect(await readSeq()).toBe(2);
    const history = release('history --json');
    expect(JSON.parse(history.stdout)).toMatchObject([{ action: 'lock' }, { action: 'promote', isForced: true }]);
    expect(history.stdout).not.toContain('PRIVATE KEY');
  }, 120_000);

  it('serves the group of its socket only', async () => {
    const { status, stderr } = release('unlock shell --reason over', '1002:1002');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^The signer cannot be reached at \S+ \(EACCES\): .* allow this user to write to its socket.*\n$/m,
    );
    expect(await readSeq()).toBe(2);
  }, 60_000);

  it('leaves the command line an error and no written document while it is down, and starts again on the same socket', async () => {
    const before = await store.list('env/');
    signer.kill('SIGKILL');
    await new Promise((resolve) => signer.once('close', resolve));
    const { status, stderr } = release('unlock shell --reason over');
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^The signer cannot be reached at .*: start it.*\n$/m)]);
    expect(await store.list('env/')).toEqual(before);

    await startSigner();
    expect(release('unlock shell --reason over').status).toBe(0);
    expect(await readSeq()).toBe(3);
  }, 60_000);
});
