import type { FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../settings';

/** The address of the shop in a response. */
export interface Site {
  /** The shop's origin as shoppers type it, without a trailing slash. */
  publicUrl: string;
  /** Host name without its port. The page finds the store API by it, unless the deployment configures an address. */
  hostname: string;
}

/** Hosts for which the store API has an address of its own. Specification 7. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Finds the address of the shop: the setting `SHOP_URL`. Without it, only the names of this machine are addresses of the shop,
 * because a client can invent any other one.
 *
 * @returns Null when the request is for a host that the gateway does not serve.
 */
export function findSite(
  { protocol, host, hostname }: FastifyRequest,
  { publicUrl }: Pick<GatewaySettings, 'publicUrl'>,
): Site | null {
  if (publicUrl) return { publicUrl, hostname: new URL(publicUrl).hostname };
  // A client of HTTP/1.0 names no host.
  if (hostname === '') return { publicUrl: 'http://localhost', hostname: 'localhost' };
  const requested = `${protocol}://${host}`;
  return localHosts.has(hostname) && URL.canParse(requested)
    ? { publicUrl: new URL(requested).origin, hostname }
    : null;
}

/** Status and message of a response to a request for a host that the gateway does not serve. RFC 9110, section 15.5.20. */
export const misdirected = {
  status: 421,
  message: 'This gateway serves the shop on localhost only: set SHOP_URL to the address that shoppers type.',
};
