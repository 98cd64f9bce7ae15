import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasErrorCode } from '@shop/file-lock/errno';
import type { FastifyInstance } from 'fastify';
import { handleClientError } from '../errors/client-error-handler';

/** The port or the address cannot be used. The message tells the operator why, and what to do. */
export class PortUnavailableError extends Error {
  override name = 'PortUnavailableError';
}

/** Interval in milliseconds for closing idle connections while the server shuts down. */
const idleCheckIntervalMs = 50;

/** Milliseconds that pending requests have while the server shuts down. After them, their connections are closed. */
const closeGraceMs = 5000;

/** Timeouts in milliseconds of the HTTP servers, so that a slow client cannot occupy a connection for long. */
export const serverTimeouts = {
  /** Until a request with its body has arrived. The largest order takes a second on a slow mobile network. */
  requestTimeout: 30_000,
  /** Until the headers of a request have arrived. */
  headersTimeout: 15_000,
  /** Interval of the checks of both timeouts. */
  connectionsCheckingInterval: 2000,
};

/** Milliseconds without a byte after which a connection is closed, for example one whose client reads no response. */
export const connectionTimeout = 60_000;

export interface Listening {
  port: number;
  /**
   * Stops accepting requests, and resolves when the pending requests have responses, after 5 seconds at the latest. The
   * connections of requests that are still pending then are closed.
   */
  close: () => Promise<void>;
}

/**
 * Listens on one address. Without an address, it listens on 127.0.0.1 and, if the machine has IPv6, on [::1], because
 * browsers resolve localhost to either.
 *
 * @param port 0 lets the system choose a port.
 * @throws {PortUnavailableError} When the port is in use or not permitted, or the machine does not have the address.
 */
export async function listen(app: FastifyInstance, port: number, host?: string): Promise<Listening> {
  try {
    await app.listen({ host: host ?? '127.0.0.1', port });
    const { port: actualPort } = app.server.address() as AddressInfo;
    const second = host ? undefined : await listenOnIpv6(app, actualPort);
    const close = async () => {
      const servers = second ? [app.server, second] : [app.server];
      const timers = servers.map(closeConnections);
      const closeSecond = second && new Promise((resolve) => second.close(resolve));
      await Promise.all([app.close(), closeSecond]).finally(() => {
        for (const { stop } of timers) stop();
      });
    };
    return { port: actualPort, close };
  } catch (error) {
    if (hasErrorCode(error, 'EACCES')) {
      throw new PortUnavailableError(
        `Port ${port} is not permitted for this user: set STORE_API_PORT to a port above 1023.`,
      );
    }
    if (hasErrorCode(error, 'EADDRNOTAVAIL') || hasErrorCode(error, 'ENOTFOUND')) {
      throw new PortUnavailableError(
        `This machine does not have the address ${host}: set HOST to an address of this machine.`,
      );
    }
    if (!hasErrorCode(error, 'EADDRINUSE')) throw error;
    throw new PortUnavailableError(
      `Port ${port} is in use by another program: stop the program, or set STORE_API_PORT to a free port.`,
    );
  }
}

/** Fastify listens on one address. A second HTTP server passes the requests of the IPv6 address to it. */
async function listenOnIpv6(app: FastifyInstance, port: number): Promise<Server | undefined> {
  const server = createServer(serverTimeouts, (request, response) => app.routing(request, response));
  server.on('clientError', handleClientError);
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  server.maxConnections = app.server.maxConnections;
  server.setTimeout(connectionTimeout);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host: '::1', port, ipv6Only: true }, resolve);
    });
    return server;
  } catch (error) {
    if (hasErrorCode(error, 'EADDRNOTAVAIL') || hasErrorCode(error, 'EAFNOSUPPORT')) return undefined;
    throw error;
  }
}

/**
 * Closes idle keep-alive connections until the server has shut down, because a browser keeps a connection open after a
 * response. After the grace period it closes all connections, for example one with a body that never ends.
 */
function closeConnections(server: Server): { stop: () => void } {
  const idleTimer = setInterval(() => server.closeIdleConnections(), idleCheckIntervalMs);
  const graceTimer = setTimeout(() => server.closeAllConnections(), closeGraceMs);
  return {
    stop: () => {
      clearInterval(idleTimer);
      clearTimeout(graceTimer);
    },
  };
}
