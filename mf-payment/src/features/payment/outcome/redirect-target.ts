import { isInsidePath } from '@shop/remote-contract/return-path';
import { isLocalHost } from '@shop/settings/api-base';

/** Payment apps that a deeplink may open: UPI itself, PhonePe, Paytm and Google Pay under both its names. */
const paymentApps = ['upi:', 'phonepe:', 'paytmmp:', 'gpay:', 'tez:'];

/** What Android appends to an intent, from `#Intent;` to `;end`. */
const intentExtras = /#Intent;(.*);end$/;

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** A page of the shop itself, as the path that leads to it; null for anything else. */
function shopPage(address: string): string | null {
  if (!isInsidePath(address)) return null;
  const { origin, pathname, search, hash } = new URL(address, 'https://shop.invalid');
  // Browsers drop tabs and line ends, which can make an address of another host out of a path.
  return origin === 'https://shop.invalid' ? pathname + search + hash : null;
}

/** https, and plain http between local hosts, as in development. */
function isWebPage({ protocol, hostname }: URL, pageHostname: string): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLocalHost(hostname) && isLocalHost(pageHostname));
}

/** An intent opens a payment app, or its https page where the app is missing; without such a page it is a dead end. */
function isPaymentIntent({ hash, protocol }: URL): boolean {
  if (protocol !== 'intent:') return false;
  const extras = intentExtras.exec(hash)?.[1]?.split(';') ?? [];
  const valuesOf = (key: string) =>
    extras.filter((extra) => extra.startsWith(key)).map((extra) => extra.slice(key.length));
  const pages = valuesOf('S.browser_fallback_url=');
  return (
    pages.length > 0 &&
    pages.every((page) => parse(decode(page))?.protocol === 'https:') &&
    valuesOf('scheme=').every((scheme) => scheme === 'https' || paymentApps.includes(`${scheme}:`))
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/**
 * Checks where a redirect or a posted form would take the shopper.
 *
 * @param address What the server said: absolute, or a path of the shop.
 * @param pageHostname Host name of the page, without a port.
 * @returns The address as the browser will use it, or null when the shop does not go there.
 * @see Interpretation 25
 */
export function redirectTarget(address: string, pageHostname: string): string | null {
  const url = parse(address);
  if (!url) return shopPage(address);
  return isWebPage(url, pageHostname) ? url.href : null;
}

/** The same for a deeplink, which may also open a payment app. Interpretation 25. */
export function deeplinkTarget(address: string, pageHostname: string): string | null {
  const url = parse(address);
  if (!url) return null;
  const isAllowed = isWebPage(url, pageHostname) || paymentApps.includes(url.protocol) || isPaymentIntent(url);
  return isAllowed ? url.href : null;
}

/** True when a text is a UPI link that a phone can open. */
export function isUpiLink(text: string): boolean {
  return parse(text)?.protocol === 'upi:';
}
