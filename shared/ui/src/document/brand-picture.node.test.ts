import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** Services that show shared links take PNG. WhatsApp ignores larger files. */
const maxBytes = 300_000;

it('the picture of the brand is a PNG with the size that the head names, and small enough for shared links', async () => {
  const file = await readFile(path.join(import.meta.dirname, 'brand-picture.png'));
  expect(file.length).toBeLessThan(maxBytes);
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
});
