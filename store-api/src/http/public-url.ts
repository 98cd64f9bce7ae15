import type { FastifyRequest } from 'fastify';
import type { StoreApiSettings } from '../settings';

const localHostWithPort = /^([a-z0-9-]+\.)*(localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/i;

/**
 * Returns the base URL for links and images in a response, for example `http://localhost:8044`.
 *
 * The public URL of the settings has precedence. Without it, the function uses the Host header only when it names the
 * local host, because a cache must not store a host that the client made up, and a server-side caller sends a
 * placeholder host (Specification 7, Interpretation 13). It never uses X-Forwarded-Host: behind a proxy, set
 * PUBLIC_API_URL.
 */
export function getPublicUrl(request: FastifyRequest, settings: Pick<StoreApiSettings, 'port' | 'publicUrl'>): string {
  if (settings.publicUrl) return settings.publicUrl;
  const host = request.headers.host ?? '';
  if (localHostWithPort.test(host)) return `${request.protocol}://${host}`;
  return `http://localhost:${request.socket.localPort ?? settings.port}`;
}
