/**
 * Creates the shop's two fonts from the @fontsource-variable packages. Headings have one weight, so their font is a static
 * cut of it. Each font is three files: Basic Latin with the punctuation of the shop's texts, which every page loads; the
 * rest of Latin-1, for names such as "Crème"; and the rupee sign, which the packages' own "latin" files do not contain.
 *
 * Run it after a font package changes: `node shell/fonts.mjs`. The results are committed, so builds need no subsetter.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const out = path.join(import.meta.dirname, 'src/document/fonts');

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
const everyPage = `${range(0x20, 0x7e)}\u00a0©®°·×½–—‘’“”…•→←™`;
const latin1 = range(0xa1, 0xff);

const fonts = [
  {
    name: 'fraunces',
    file: '@fontsource-variable/fraunces/files/fraunces-LATIN-wght-normal.woff2',
    weight: 500,
  },
  {
    name: 'figtree',
    file: '@fontsource-variable/figtree/files/figtree-LATIN-wght-normal.woff2',
    weight: { min: 400, max: 700 },
  },
];

for (const { name, file, weight } of fonts) {
  // Each package splits its font into two files, and each file provides a part of the characters.
  const parts = [
    { subset: 'latin', text: everyPage, out: `${name}.woff2` },
    { subset: 'latin', text: latin1, out: `${name}-latin1.woff2` },
    { subset: 'latin-ext', text: '₹', out: `${name}-rupee.woff2` },
  ];
  for (const part of parts) {
    const source = await readFile(require.resolve(file.replace('LATIN', part.subset)));
    const font = await subsetFont(source, part.text, { targetFormat: 'woff2', variationAxes: { wght: weight } });
    await writeFile(path.join(out, part.out), font);
    process.stdout.write(`${part.out}: ${font.length} bytes\n`);
  }
}
