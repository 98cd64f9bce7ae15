import { lstatSync, unlinkSync } from 'node:fs';
import { createServer, Socket } from 'node:net';
import { parseArgs } from 'node:util';
import { ensureKeys, readSigningKey, readTrustedKeys } from '../signing/keys';
import type { Signer } from '../state/signer';
import { createSigner } from './create-signer';
import { serveSigner } from './signer-server';

/*
 * Entry of the signer's process: the only one that loads the signing key. It needs the folder of the keys, and neither another
 * file, a variable, the network nor a child process. docs/decisions/0059
 *
 * `signer-process.mjs FOLDER` serves the process that has started it, on file descriptor 3, and ends with that process.
 * `signer-process.mjs FOLDER --listen SOCKET` serves every process that may write to the socket: its owner and its group.
 */

const { values, positionals } = parseArgs({
  options: { listen: { type: 'string' }, 'create-keys': { type: 'boolean' } },
  allowPositionals: true,
});
const [folder] = positionals;

async function openSigner(): Promise<Signer> {
  if (!folder) throw new Error('Name the folder of the keys: signer-process.mjs /run/release-keys');
  if (values['create-keys']) await ensureKeys(folder);
  const [key, trusted] = await Promise.all([readSigningKey(folder), readTrustedKeys(folder)]);
  return createSigner(key, trusted);
}

function listen(signer: Signer, socket: string): void {
  removeOldSocket(socket);
  // The socket is for its owner and its group.
  process.umask(0o117);
  const server = createServer((stream) => serveSigner(Promise.resolve(signer), stream));
  server.once('error', fail);
  server.listen(socket, () => process.stdout.write(`The signer listens on ${socket}.\n`));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
}

function removeOldSocket(socket: string): void {
  if (lstatSync(socket, { throwIfNoEntry: false })?.isSocket()) unlinkSync(socket);
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const { listen: socket } = values;
const opening = openSigner();
if (socket) opening.then((signer) => listen(signer, socket)).catch(fail);
else {
  opening.catch(() => undefined);
  serveSigner(opening, new Socket({ fd: 3 }));
}
