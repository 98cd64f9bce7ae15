import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describePortError } from '@shop/server-settings/port';
import type { FastifyInstance } from 'fastify';

/** The port or the address cannot be used. The message tells the operator why, and what to do. */
export class PortUnavailableError extends Error {
  override name = 'PortUnavailableError';
}

/** Interval in milliseconds for closing idle connections while the server shuts down. */
const idleCheckIntervalMs = 50;

/** Milliseconds that pending requests have while the server shuts down. After them, their connections are closed. */
const closeGraceMs = 5000;

export interface ListenOptions {
  /** 0 lets the system choose a port. */
  port: number;
  /** Absent or `localhost`: 127.0.0.1 and, if the machine has IPv6, [::1], because browsers resolve localhost to either. */
  host?: string | undefined;
  /** Variable with the port, for messages. */
  portVariable: string;
  /** Milliseconds between two checks of the timeouts of requests. */
  connectionsCheckingInterval: number;
}

export interface Listening {
  port: number;
  /**
   * Stops accepting requests, and resolves when the pending requests have responses, after 5 seconds at the latest. The
   * connections of requests that are still pending then are closed.
   */
  close: () => Promise<void>;
}

/**
 * Listens on one address, or on both addresses of localhost. Both have the limits of `app.server`: its timeouts, the number of
 * connections and the answers to malformed requests. Fastify gives its own second server some of them only.
 *
 * @throws {PortUnavailableError} When the port is in use or not permitted, or the machine does not have the address.
 * @example
 * const { close } = await listen(app, { port: 3000, portVariable: 'PORT', connectionsCheckingInterval: 2000 });
 */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<Listening> {
  const { port, portVariable } = options;
  const isLocal = options.host === undefined || options.host === 'localhost';
  const host = isLocal ? '127.0.0.1' : options.host;
  try {
    await app.listen({ host, port });
    const { port: actualPort } = app.server.address() as AddressInfo;
    const second = isLocal ? await listenOnIpv6(app, actualPort, options) : undefined;
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
    const problem = describePortError(error, { variable: portVariable, port, host });
    if (problem === undefined) throw error;
    throw new PortUnavailableError(problem);
  }
}

/** A second server passes the requests of the IPv6 address to the app. @returns Undefined without IPv6. */
async function listenOnIpv6(
  { server: first, routing }: FastifyInstance,
  port: number,
  { connectionsCheckingInterval }: ListenOptions,
): Promise<Server | undefined> {
  const { requestTimeout, headersTimeout, keepAliveTimeout, maxRequestsPerSocket, timeout } = first;
  const server = createServer(
    { requestTimeout, headersTimeout, keepAliveTimeout, connectionsCheckingInterval },
    (request, response) => routing(request, response),
  );
  Object.assign(server, { maxRequestsPerSocket, maxConnections: first.maxConnections });
  server.setTimeout(timeout);
  for (const handle of first.listeners('clientError') as ((...args: unknown[]) => void)[]) {
    server.on('clientError', handle);
  }
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen({ host: '::1', port, ipv6Only: true }, resolve);
    });
    return server;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') return undefined;
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
