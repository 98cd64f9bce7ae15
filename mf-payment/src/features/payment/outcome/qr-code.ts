/** What the shopper scans: text that we draw as a code, or a picture that the server drew. Interpretation 26. */
export type QrCode = { kind: 'text'; text: string } | { kind: 'picture'; source: string };

/** Bytes that the largest code holds at the lowest error correction (ISO/IEC 18004, version 40-L). */
const maxTextBytes = 2953;
/** Characters of base64: a megabyte and a half of picture is far more than a code needs. */
const maxPictureLength = 2_000_000;

/** How the two picture formats begin, in base64: what a picture is, whatever its prefix claims. */
const pictureTypes = [
  { type: 'image/png', start: 'iVBORw0KGgo' },
  { type: 'image/jpeg', start: '/9j/' },
];

/**
 * Reads the code of a `qr` action. Text wins, since it is drawn sharp and can be copied.
 *
 * @param qr Text to encode, such as a UPI link.
 * @param qrBase64 A PNG or JPEG in base64, with or without its `data:` prefix.
 * @returns Null when there is nothing that could be shown.
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
