import { createServer } from 'node:net';
import path from 'node:path';
import { UnavailableStoreError } from '../store/errors';
import { createTestFolder } from '../testing/test-resources';
import { connectSigner } from './signer-client';

const folder = createTestFolder();

it.each([
  ['cannot be reached', null, 'The signer cannot be reached at '],
  ['ends the connection', 'end', 'The signer has ended the connection: try again.'],
  ['drops the connection', 'destroy', 'The signer has ended the connection: try again.'],
  ['does not answer', 'pause', 'The signer has not answered within 0.2 s: restart it'],
] as const)('reports a signer that %s as unavailable', async (what, act, message) => {
  const socket = path.join(folder, what);
  const server = createServer((stream) => {
    stream.on('error', () => undefined);
    if (act) stream[act]();
  });
  if (act) await new Promise<void>((resolve) => server.listen(socket, resolve));
  const error: unknown = await connectSigner(socket, act === 'pause' ? 200 : undefined)
    .getKeyId()
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnavailableStoreError);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
  server.close();
});
