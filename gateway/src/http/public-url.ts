import type { FastifyRequest } from 'fastify';

/**
 * The shop's own address as shoppers type it, without a slash at the end: the deployment's word (`PUBLIC_URL`), else what
 * the request says.
 */
export function getPublicUrl({ protocol, host }: FastifyRequest, configured?: string): string {
  const asked = `${protocol}://${host}`;
  return configured ?? (URL.canParse(asked) ? new URL(asked).origin : 'http://localhost');
}
