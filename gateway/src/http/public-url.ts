import type { FastifyRequest } from 'fastify';

/**
 * Returns the shop's origin as shoppers type it, without a trailing slash.
 *
 * @param configured Origin from the setting `PUBLIC_URL`; it wins over the request's own scheme and host.
 */
export function getPublicUrl({ protocol, host }: FastifyRequest, configured?: string): string {
  const requested = `${protocol}://${host}`;
  return configured ?? (URL.canParse(requested) ? new URL(requested).origin : 'http://localhost');
}
