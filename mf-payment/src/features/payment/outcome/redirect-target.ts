import { isInsidePath } from '@shop/remote-contract/return-path';
import { isLocalHost } from '@shop/settings/api-base';

/** URL schemes of the payment apps that a deeplink may open: UPI, PhonePe, Paytm and Google Pay (two schemes). */
const paymentApps = ['upi:', 'phonepe:', 'paytmmp:', 'gpay:', 'tez:'];

/** The extras of an Android intent, from `#Intent;` to `;end`. */
const intentExtras = /#Intent;(.*);end$/;

/** Parses an absolute address. Null for any other text. */
function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** Returns the path when the address is a page of the shop itself, else null. */
function shopPage(address: string): string | null {
  if (!isInsidePath(address)) return null;
  const { origin, pathname, search, hash } = new URL(address, 'https://shop.invalid');
  // Browsers drop tabs and line breaks, which can turn a path into an address of another host.
  return origin === 'https://shop.invalid' ? pathname + search + hash : null;
}

/** True for an https page. No payment page needs a user name in its address, and `https://pay.example@host/` hides the host. */
const isHttpsPage = (url: URL | null) => url?.protocol === 'https:' && url.username === '' && url.password === '';

/** True for an https page, and for http between local hosts in development. */
function isWebPage(url: URL, pageHostname: string): boolean {
  return isHttpsPage(url) || (url.protocol === 'http:' && isLocalHost(url.hostname) && isLocalHost(pageHostname));
}

/**
 * True for an intent that opens a payment app and names an https page for devices without the app. Without that page the
 * shopper would see nothing happen.
 */
function isPaymentIntent({ hash, protocol }: URL): boolean {
  if (protocol !== 'intent:') return false;
  const extras = intentExtras.exec(hash)?.[1]?.split(';') ?? [];
  const getValues = (key: string) =>
    extras.filter((extra) => extra.startsWith(key)).map((extra) => extra.slice(key.length));
  const pages = getValues('S.browser_fallback_url=');
  return (
    pages.length > 0 &&
    pages.every((page) => isHttpsPage(parse(decode(page)))) &&
    getValues('scheme=').every((scheme) => scheme === 'https' || paymentApps.includes(`${scheme}:`))
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
 * Checks the target of a redirect or of a posted form.
 *
 * @param address Address from the server: absolute, or a path of the shop.
 * @param pageHostname Host name of the page, without a port.
 * @returns The normalized address, or null when it is not allowed.
 * @see Interpretation 25
 */
export function redirectTarget(address: string, pageHostname: string): string | null {
  const url = parse(address);
  if (!url) return shopPage(address);
  return isWebPage(url, pageHostname) ? url.href : null;
}

/** Checks the target of a deeplink, which may also open a payment app. Returns null when it is not allowed. Interpretation 25. */
export function deeplinkTarget(address: string, pageHostname: string): string | null {
  const url = parse(address);
  if (!url) return null;
  const isAllowed = isWebPage(url, pageHostname) || paymentApps.includes(url.protocol) || isPaymentIntent(url);
  return isAllowed ? url.href : null;
}

/** True for a UPI link. */
export function isUpiLink(text: string): boolean {
  return parse(text)?.protocol === 'upi:';
}
