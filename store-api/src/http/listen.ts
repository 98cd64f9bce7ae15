import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { handleClientError } from '../errors/client-error-handler';
import { hasCode } from '../errors/error-code';

/** The port cannot be had; the message is one message for the operator. */
export class PortUnavailableError extends Error {}

/** Milliseconds between looks for connections that have become idle while the server closes. */
const idleLook = 50;

export interface Listening {
  port: number;
  /** Stops taking requests, and resolves when those under way are answered. */
  close: () => Promise<void>;
}

/**
 * Listens on one address or, without one, on 127.0.0.1 and, where the machine has it, on [::1]: browsers resolve
 * localhost to either.
 *
 * @param port 0 lets the system choose.
 * @throws PortUnavailableError when another program has the port on either address, or this user may not have it, or the
 *   machine has no such address.
 */
export async function listen(app: FastifyInstance, port: number, host?: string): Promise<Listening> {
  try {
    await app.listen({ host: host ?? '127.0.0.1', port });
    const { port: chosen } = app.server.address() as AddressInfo;
    const second = host ? undefined : await listenOnIpv6(app, chosen);
    const close = async () => {
      const sweep = closeIdleConnections(app.server);
      await Promise.all([app.close(), second && closeServer(second)]).finally(sweep.stop);
    };
    return { port: chosen, close };
  } catch (error) {
    if (hasCode(error, 'EACCES')) {
      throw new PortUnavailableError(`Port ${port} is not for this user; set STORE_API_PORT to a port above 1023.`);
    }
    if (hasCode(error, 'EADDRNOTAVAIL') || hasCode(error, 'ENOTFOUND')) {
      throw new PortUnavailableError(`This machine has no address ${host}; set STORE_API_HOST to one of its own.`);
    }
    if (!hasCode(error, 'EADDRINUSE')) throw error;
    throw new PortUnavailableError(
      `Port ${port} is in use by another program; stop it, or set STORE_API_PORT to a free port.`,
    );
  }
}

/** Fastify listens on one address by itself; the second gets a server that hands it the same requests. */
async function listenOnIpv6(app: FastifyInstance, port: number): Promise<Server | undefined> {
  const server = createServer((request, response) => app.routing(request, response));
  server.on('clientError', handleClientError);
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
  const sweep = closeIdleConnections(server);
  await new Promise((resolve) => server.close(resolve));
  sweep.stop();
}

/** A browser keeps its connection after the last answer; while the server closes, idle ones are closed at once. */
function closeIdleConnections(server: Server): { stop: () => void } {
  const timer = setInterval(() => server.closeIdleConnections(), idleLook);
  return { stop: () => clearInterval(timer) };
}
