import { QRCodeSVG } from 'qrcode.react';

export interface QrDrawingProps {
  /** Up to 2953 bytes of UTF-8. */
  text: string;
  /** Accessible name. */
  name: string;
}

/** Bytes up to which a code with medium error correction has modules large enough for an old camera. */
const maxForMedium = 500;

/** Draws a QR code, black on white with the quiet zone of four modules that ISO/IEC 18004 asks for. */
export function QrDrawing({ text, name }: QrDrawingProps) {
  const level = new TextEncoder().encode(text).length <= maxForMedium ? 'M' : 'L';
  return <QRCodeSVG value={text} level={level} marginSize={4} size={336} role="img" aria-label={name} />;
}
