import type { PaymentResponse } from '@shop/api-contract/decoders/payment';
import { type QrCode, readQrCode } from './qr-code';
import { deeplinkTarget, redirectTarget } from './redirect-target';

/**
 * What follows an attempt to pay.
 * - `post`: a form is posted to the payment provider.
 * - `visit`: the browser goes to a page.
 * - `app`: a payment app opens beside the shop, whose page stays; nobody tells the shop whether it did.
 * - `scan`: the shopper scans a code.
 * - `started`: nothing more to do here.
 * - `refused`: the server said no; `reason` is its error, or empty.
 * - `unusable`: the server said yes, but to something the shop will not or cannot do.
 */
export type PaymentOutcome =
  | { kind: 'post'; url: string; entries: PostEntry[] }
  | { kind: 'visit'; url: string }
  | { kind: 'app'; url: string }
  | { kind: 'scan'; code: QrCode }
  | { kind: 'started' }
  | { kind: 'refused'; reason: string }
  | { kind: 'unusable' };

/** Name and value of one field of a posted form. */
export type PostEntry = readonly [name: string, value: string];

const visit = (url: string | null): PaymentOutcome => (url === null ? { kind: 'unusable' } : { kind: 'visit', url });

const isWebAddress = (url: string) => /^https?:/.test(url);

/**
 * Decides what to do with the server's answer. An action without an address of its own uses the answer's; of an action
 * of an unknown type only the address counts.
 *
 * @param pageHostname Host name of the page, without a port.
 * @see Specification 4 "Payment page"; Interpretations 25, 26 and 32
 */
export function readOutcome(reply: PaymentResponse, pageHostname: string): PaymentOutcome {
  if (!reply.success) return { kind: 'refused', reason: reply.error };
  const { action } = reply;
  const address = action?.redirectUrl || reply.redirectUrl;
  switch (action?.type) {
    case 'redirect_post': {
      const url = redirectTarget(address, pageHostname);
      const { type, url: providerUrl, data } = action.formParams;
      // A name the server left out is not sent blank: it could break the provider's signature.
      const named: PostEntry[] = [['type', type] as const, ['url', providerUrl] as const].filter(([, value]) => value);
      return url === null ? { kind: 'unusable' } : { kind: 'post', url, entries: [...named, ...Object.entries(data)] };
    }
    case 'deeplink': {
      const url = deeplinkTarget(address, pageHostname);
      return url === null || isWebAddress(url) ? visit(url) : { kind: 'app', url };
    }
    case 'qr': {
      const code = readQrCode(action.qr, action.qrBase64);
      return code ? { kind: 'scan', code } : { kind: 'unusable' };
    }
    default:
      return address ? visit(redirectTarget(address, pageHostname)) : { kind: 'started' };
  }
}
