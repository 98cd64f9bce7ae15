import { readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { wellKnown } from './well-known';

test('the web app manifest has the shop’s name and colours', () => {
  const manifest = JSON.parse(wellKnown.webManifest({ name: 'Tamra & Teak', description: '' }));
  expect(manifest).toMatchObject({
    name: 'Tamra & Teak',
    short_name: 'Tamra & Teak',
    start_url: '/',
    display: 'standalone',
    background_color: '#FAF7F2',
  });
  expect(manifest).not.toHaveProperty('description');
  expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose).filter(Boolean)).toEqual(['maskable']);
});

test.each([
  ['favicon', 32],
  ['apple-touch-icon', 180],
  ['icon-192', 192],
  ['icon-512', 512],
  ['maskable-512', 512],
])('the icon %s is %i pixels wide and high', async (name, size) => {
  const file = readFileSync(path.join(__dirname, 'icons', `${name}.png`));
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: size, height: size });
});
