import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** A UUID, an id of nginx, or one of the formats that load balancers use. */
const wellFormed = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

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
