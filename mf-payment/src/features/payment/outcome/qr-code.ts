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
export function readQrCode(qr: string, qrBase64: string): QrCode | null {
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
