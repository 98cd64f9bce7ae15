import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Milliseconds that running commands have while the server shuts down. */
const closeGraceMs = 5000;

/**
 * Listens for the operator's commands on a free port of 127.0.0.1, because `HOST` may be an address that no other program of this machine
 * reaches through the loopback interface. Call it when the app listens.
 *
 * @returns The address, such as `http://127.0.0.1:40017`. `close` resolves when the running commands have responses, after five seconds
 *   at the latest.
 */
export async function listenForOperator(app: FastifyInstance): Promise<{ url: string; close: () => Promise<void> }> {
  const { requestTimeout, headersTimeout, keepAliveTimeout } = app.server;
  const server = createServer({ requestTimeout, headersTimeout, keepAliveTimeout }, (request, response) =>
    app.routing(request, response),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const close = async () => {
    const grace = setTimeout(() => server.closeAllConnections(), closeGraceMs);
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    clearTimeout(grace);
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
