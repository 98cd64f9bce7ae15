import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../settings';
import { readCookie, setCookie } from './cookies';
import { sendPlainText } from './error-responses';
import { isMachineHost, parsePathname, parseSearch } from './request-target';

/** The address of the shop in a response. */
export interface Site {
  /** The shop's origin as shoppers type it, without a trailing slash. */
  publicUrl: string;
  /** Host name without its port. The page finds the store API by it, unless the deployment configures an address. */
  hostname: string;
}

/** Hosts for which the store API has an address of its own, with a port. Specification 7. */
const localHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Finds the address of the shop: the setting `SHOP_URL`. Without it, only the names of this machine are addresses of the shop,
 * because a client can invent any other one.
 *
 * @returns Null when the request is for a host that the gateway does not serve.
 */
function findSite({ protocol, host }: FastifyRequest, { publicUrl }: Pick<GatewaySettings, 'publicUrl'>): Site | null {
  if (publicUrl) return { publicUrl, hostname: new URL(publicUrl).hostname };
  // A client of HTTP/1.0 names no host.
  if (host === '') return { publicUrl: 'http://localhost', hostname: 'localhost' };
  const requested = `${protocol}://${host}`;
  // The complete host is compared: a parser could find another one in it, such as after an `@`.
  if (!localHost.test(host) || !URL.canParse(requested)) return null;
  const { origin, hostname } = new URL(requested);
  return { publicUrl: origin, hostname };
}

/**
 * Cookie of a host name that was redirected. It ends the loop when the redirect leads to the same host name again, also to its
 * address without TLS.
 */
const redirectCookie = { name: 'host-redirect', value: '1', maxAgeSeconds: 10, isSecure: false };

/** Settings of the gateways that have logged a loop. */
const loggedLoops = new WeakSet<object>();

const loopMessage =
  'The redirect to SHOP_URL came back with another host, so the page is served. Each proxy must keep the Host header of the shopper. X-Forwarded-Host counts only from a proxy of TRUSTED_PROXIES that speaks to the gateway directly, and the nginx of platform/deploy removes it. SHOP_URL must be the address at which shoppers arrive.';

/** RFC 9110, section 15.5.20. */
const misdirectedMessage =
  'This gateway serves the shop on localhost only: set SHOP_URL to the address that shoppers type.';

/**
 * Finds the address of the shop for a request of a page. A request for another host name, such as `www.`, is redirected to
 * `SHOP_URL`: the store API accepts the calls of one origin. Machines ask by an IP address or by a name without a dot, and get the
 * page. Nothing stores the redirect, because `SHOP_URL` can be wrong. A browser that comes back with another host within ten
 * seconds gets the page.
 *
 * @returns Null after the reply has sent the redirect, or the message for a host that the gateway does not serve.
 */
export function requireSite(
  request: FastifyRequest,
  reply: FastifyReply,
  settings: Pick<GatewaySettings, 'publicUrl'>,
): Site | null {
  const site = findSite(request, settings);
  const { host, hostname, url } = request;
  const isMachine = isMachineHost(hostname);
  if (site && (!settings.publicUrl || isMachine || hostname.toLowerCase() === site.hostname)) return site;
  if (!site) {
    sendPlainText(reply, 421, misdirectedMessage);
    return null;
  }
  if (readCookie(request, redirectCookie.name) !== undefined) {
    if (!loggedLoops.has(settings)) request.log.warn({ host, shopUrl: site.publicUrl }, loopMessage);
    loggedLoops.add(settings);
    return site;
  }
  // A request line can name a host too. The path after it is what the shop is asked for.
  const location = site.publicUrl + (parsePathname(url) ?? '/') + parseSearch(url);
  setCookie(request, reply, redirectCookie);
  void reply.header('cache-control', 'no-store').redirect(location, 307);
  return null;
}
