import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/**
 * A UUID, or an id of nginx. Some load balancers pass on the header of their client: hex digits hold no name, address or line of
 * the log.
 */
const wellFormed = /^[0-9a-f]{8}[0-9a-f-]{8,28}$/i;

/**
 * Creates a check of the peer of a connection: whether its statements about a request count.
 *
 * @param networks Addresses, networks or `loopback`, as in `TRUSTED_PROXIES`. Empty: no peer is trusted.
 */
export function createPeerTrust(networks: readonly string[]): (request: IncomingMessage) => boolean {
  if (networks.length === 0) return () => false;
  const isTrusted = proxyAddr.compile([...networks]);
  return ({ socket }) => socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress, 0);
}

/**
 * Finds the id of a request: that of `X-Request-Id` when a trusted proxy sends a well-formed one, else a new one. A client must
 * not choose the id, because it could then give its requests the id of another one.
 */
export function findRequestId(request: IncomingMessage, isTrustedPeer: (request: IncomingMessage) => boolean): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && wellFormed.test(sent) && isTrustedPeer(request) ? sent : randomUUID();
}
