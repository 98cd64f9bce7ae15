import type { PaymentResponse } from '@shop/api-contract/decoders/payment';
import { deeplinkTarget, redirectTarget } from './redirect-target';

/**
 * The next step after a payment attempt.
 * - `post`: the page posts a form to the payment provider.
 * - `visit`: the browser goes to a page.
 * - `app`: a payment app opens. The shop's page stays open and does not learn whether the app opened.
 * - `scan`: the shopper scans a QR code.
 * - `started`: the payment has started, and the page has nothing more to do.
 * - `declined`: the server declined. `reason` is its error, or empty.
 * - `unusable`: the server accepted, but the shop cannot or must not follow the action.
 */
export type PaymentOutcome =
  | { kind: 'post'; url: string; entries: PostEntry[] }
  | { kind: 'visit'; url: string }
  | { kind: 'app'; url: string }
  | { kind: 'scan'; code: QrCode }
  | { kind: 'started' }
  | { kind: 'declined'; reason: string }
  | { kind: 'unusable' };

/** Name and value of one field of a posted form. */
export type PostEntry = readonly [name: string, value: string];

const visit = (url: string | null): PaymentOutcome => (url === null ? { kind: 'unusable' } : { kind: 'visit', url });

const isWebAddress = (url: string) => /^https?:/.test(url);

/**
 * Decides the next step from the server's response. An action without an address uses the address of the response. An
 * action of an unknown type counts as a plain redirect.
 *
 * @param pageHostname Host name of the page, without a port.
 * @see Specification 4 "Payment page"; Interpretations 25, 26 and 32
 */
export function readOutcome(reply: PaymentResponse, pageHostname: string): PaymentOutcome {
  if (!reply.success) return { kind: 'declined', reason: reply.error };
  const { action } = reply;
  const address = action?.redirectUrl || reply.redirectUrl;
  switch (action?.type) {
    case 'redirect_post': {
      const url = redirectTarget(address, pageHostname);
      const { type, url: providerUrl, data } = action.formParams;
      // A field that the server left out is not posted blank, because that could break the provider's signature.
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

/** The QR code to scan: a text that the page draws, or a picture from the server. Interpretation 26. */
export type QrCode = { kind: 'text'; text: string } | { kind: 'picture'; source: string };

/** Bytes that the largest QR code holds at the lowest error correction (ISO/IEC 18004, version 40-L). */
const maxTextBytes = 2953;
/** Characters of base64, about 1.5 MB. A QR code needs far less. */
const maxPictureLength = 2_000_000;

/** First bytes of the supported formats, in base64. The bytes decide the type, not the data prefix. */
const pictureTypes = [
  { type: 'image/png', start: 'iVBORw0KGgo' },
  { type: 'image/jpeg', start: '/9j/' },
];

/**
 * Reads the QR code of a `qr` action. Text is preferred, because it can be drawn sharply and copied.
 *
 * @param qr Text to encode, such as a UPI link.
 * @param qrBase64 A PNG or JPEG in base64, with or without its `data:` prefix.
 * @returns Null when neither can be shown.
 */
function readQrCode(qr: string, qrBase64: string): QrCode | null {
  if (qr !== '' && new TextEncoder().encode(qr).length <= maxTextBytes) return { kind: 'text', text: qr };
  const source = pictureSource(qrBase64);
  return source === null ? null : { kind: 'picture', source };
}

function pictureSource(qrBase64: string): string | null {
  if (qrBase64.length > maxPictureLength) return null;
  const base64 = qrBase64.replace(/^data:[^,]*,/i, '').replace(/\s/g, '');
  const picture = pictureTypes.find(({ start }) => base64.startsWith(start));
  return picture && /^[A-Za-z\d+/]+={0,2}$/.test(base64) ? `data:${picture.type};base64,${base64}` : null;
}
