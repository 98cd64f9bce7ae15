import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Signer } from '@shop/releases/signer/signer';
import { createSignerClient } from '@shop/releases/signer/signer-client';
import { loadSignerCode } from '../build/workspace';

/** Node 20 has the permission model as an experiment. */
const permissionFlag = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

/**
 * Starts a signer as a process of its own, which ends with this one. It has no variables, may read the folder of the keys only,
 * and starts no processes. Only this process can reach it: the connection has no address. It is started again when it has ended.
 *
 * @param keysDir  Absolute folder of the keys.
 * @param mayCreateKeys  Whether it creates a missing key pair.
 */
export function startSigner(keysDir: string, mayCreateKeys: boolean): Signer {
  const args = [
    permissionFlag,
    '--no-warnings',
    `--allow-fs-read=${keysDir}/*`,
    ...(mayCreateKeys ? [`--allow-fs-write=${keysDir}/*`] : []),
    // Its code comes through stdin, so that it needs no right to read a file of code.
    ...['--input-type=module', '-', keysDir],
    ...(mayCreateKeys ? ['--create-keys'] : []),
  ];
  const start = async (): Promise<Socket> => {
    const code = await loadSignerCode();
    // Detached: Ctrl-C ends this process, which may need one more signature.
    const child = spawn(process.execPath, args, {
      env: {},
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    });
    const stream = child.stdio[3] as Socket;
    child.on('error', (error) => stream.destroy(error));
    // The pipe breaks when the process ends, which the stream reports.
    child.stdin?.on('error', () => undefined).end(code);
    child.unref();
    return stream;
  };
  const signer = createSignerClient(start);
  // The process starts while this one reads the release store.
  signer.getKeyId().catch(() => undefined);
  return signer;
}
