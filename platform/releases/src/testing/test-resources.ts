import { mkdtempSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const servers: Server[] = [];

afterAll(async () => {
  await Promise.all(servers.splice(0).map(closeServer));
});

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

/** Creates a folder that is removed after the test run. */
export const createTestFolder = (): string => mkdtempSync(path.join(tmpdir(), 'shop-test-'));

/** Starts a server on this machine, which is closed after the tests of the file. @param port  Default: a free one. */
export async function startTestServer(listener: RequestListener, port = 0) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${address.port}`, port: address.port, stop: () => closeServer(server) };
}
