/**
 * Makes the icon for devices that take no SVG from src/document/icons/icon.svg.
 *
 * Run once after the drawing changes: `node shell/icons.mjs`. The result is committed.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const folder = path.join(import.meta.dirname, 'src/document/icons');
const drawing = await readFile(path.join(folder, 'icon.svg'), 'utf8');
// Phones round the corners themselves.
const square = drawing.replace(/ rx="14"/, '');
const image = sharp(Buffer.from(square), { density: 210 }).resize(180, 180);
await image.png({ compressionLevel: 9, palette: true }).toFile(path.join(folder, 'apple-touch-icon.png'));
