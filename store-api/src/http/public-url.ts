import type { FastifyRequest } from 'fastify';
import type { StoreApiSettings } from '../settings';

const anyHost = /^[a-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-f:]+\](:\d{1,5})?$/i;
const localHostWithPort = /^([a-z0-9-]+\.)*(localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/i;

/**
 * The address that links and pictures of an answer start with: `http://localhost:8044`.
 *
 * The Host header is believed when it names the local host, or when it comes from a proxy we trust. Any other name is
 * answered with our own address: a server-side caller sends a placeholder host (Specification 7, Interpretation 13), and
 * a made-up host must not reach a cache.
 */
export function getPublicUrl(
  request: FastifyRequest,
  settings: Pick<StoreApiSettings, 'port' | 'publicUrl' | 'trustProxy'>,
): string {
  if (settings.publicUrl) return settings.publicUrl;
  const believed = settings.trustProxy ? anyHost : localHostWithPort;
  if (believed.test(request.host)) return `${request.protocol}://${request.host}`;
  return `http://localhost:${request.socket.localPort ?? settings.port}`;
}
