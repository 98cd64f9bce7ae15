/**
 * Creates the icons for devices without SVG support, and the picture of shared links, from src/document/icons/icon.svg.
 *
 * Run it after the drawing changes: `node shell/icons.mjs`. The results are committed.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const folder = path.join(import.meta.dirname, 'src/document/icons');
const rounded = await readFile(path.join(folder, 'icon.svg'), 'utf8');
// Phones cut the corners themselves. The drawing stays inside the circle that no mask cuts.
const square = rounded.replace(/ rx="14"/, '');

const icons = [
  { name: 'apple-touch-icon', drawing: square, size: 180 },
  { name: 'favicon', drawing: rounded, size: 32 },
  { name: 'icon-192', drawing: rounded, size: 192 },
  { name: 'icon-512', drawing: rounded, size: 512 },
  { name: 'maskable-512', drawing: square, size: 512 },
];
for (const { name, drawing, size } of icons) {
  const image = sharp(Buffer.from(drawing), { density: (72 * size) / 64 }).resize(size, size);
  await image.png({ compressionLevel: 9, palette: true }).toFile(path.join(folder, `${name}.png`));
}

const shared = path.join(import.meta.dirname, '../shared/ui/src/document/brand-picture.png');
const [width, height, size] = [1200, 630, 480];
const centred = {
  top: (height - size) / 2,
  bottom: (height - size) / 2,
  left: (width - size) / 2,
  right: (width - size) / 2,
};
await sharp(Buffer.from(square), { density: (72 * size) / 64 })
  .resize(size, size)
  .extend({ ...centred, background: '#FAF7F2' })
  .png({ compressionLevel: 9, palette: true })
  .toFile(shared);
