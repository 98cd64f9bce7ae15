import { QRCodeSVG } from 'qrcode.react';

/** Bytes up to which a code with medium error correction has modules large enough for an old camera. */
const maxForMedium = 500;

/**
 * Draws a QR code, black on white with the quiet zone of four modules that ISO/IEC 18004 asks for.
 *
 * @param text Up to 2953 bytes of UTF-8.
 * @param name Accessible name.
 */
export function QrDrawing({ text, name }: { text: string; name: string }) {
  const level = new TextEncoder().encode(text).length <= maxForMedium ? 'M' : 'L';
  return <QRCodeSVG value={text} level={level} marginSize={4} size={336} role="img" aria-label={name} />;
}
