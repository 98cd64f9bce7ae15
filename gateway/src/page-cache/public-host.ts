import type { FastifyRequest } from 'fastify';
import { getPublicUrl } from '../http/public-url';
import { localHosts } from '../http/request-target';
import type { GatewaySettings } from '../settings';

/** What a document takes from the host of its request. */
export interface PublicHost {
  /** The shop's origin as shoppers type it, without a trailing slash. */
  publicUrl: string;
  /** Host name without its port. The page finds the store API by it, unless the deployment configures an address. */
  hostname: string;
}

/**
 * Finds the host of a document that may be cached. A client can invent host names without limit, so only the configured one
 * counts, and the names of this machine where none is configured.
 *
 * @returns Null for any other host: its document is rendered for the request alone.
 */
export function getPublicHost(
  request: FastifyRequest,
  { publicUrl, publicApiBase }: Pick<GatewaySettings, 'publicUrl' | 'publicApiBase'>,
): PublicHost | null {
  const { hostname } = request;
  if (!publicUrl) return localHosts.has(hostname) ? { publicUrl: getPublicUrl(request), hostname } : null;
  const publicHostname = new URL(publicUrl).hostname;
  // Behind a CDN that sends a host of its own, the document depends on the configured addresses alone.
  if (publicApiBase || hostname === publicHostname) return { publicUrl, hostname: publicHostname };
  return null;
}
