import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { replyToBrokenRequest } from './errors/broken-requests';
import { hasCode } from './errors/error-code';

/** The message is one sentence for the operator. */
export class PortInUseError extends Error {}

export interface Listening {
  port: number;
  /** Stops taking requests, and resolves when those under way are answered. */
  close: () => Promise<void>;
}

/**
 * Listens on 127.0.0.1 and, where the machine has it, on [::1]: browsers resolve localhost to either.
 *
 * @param port 0 lets the system choose.
 * @throws PortInUseError when another program has the port on either address.
 */
export async function listenOnLoopback(app: FastifyInstance, port: number): Promise<Listening> {
  try {
    await app.listen({ host: '127.0.0.1', port });
    const { port: chosen } = app.server.address() as AddressInfo;
    const second = await listenOnIpv6(app, chosen);
    const close = async () => {
      await Promise.all([app.close(), second && closeServer(second)]);
    };
    return { port: chosen, close };
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE')) throw error;
    throw new PortInUseError(
      `Port ${port} is in use by another program; stop it, or set STORE_API_PORT to a free port.`,
    );
  }
}

/** Fastify listens on one address by itself; the second gets a server that hands it the same requests. */
async function listenOnIpv6(app: FastifyInstance, port: number): Promise<Server | undefined> {
  const server = createServer((request, response) => app.routing(request, response));
  server.on('clientError', replyToBrokenRequest);
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host: '::1', port, ipv6Only: true }, resolve);
    });
    return server;
  } catch (error) {
    if (hasCode(error, 'EADDRNOTAVAIL') || hasCode(error, 'EAFNOSUPPORT')) return undefined;
    throw error;
  }
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
}
