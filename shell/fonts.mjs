/**
 * Creates the shop's two fonts from the @fontsource-variable packages: Basic Latin, Latin-1, the punctuation of the shop's
 * texts, and the rupee sign, which the packages' own "latin" files do not contain.
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
const latin = range(0x20, 0x7e) + range(0xa0, 0xff);
const punctuation = '–—‘’“”…•·×→←₹™';

const fonts = [
  {
    name: 'fraunces',
    file: '@fontsource-variable/fraunces/files/fraunces-LATIN-wght-normal.woff2',
    weights: { min: 400, max: 700 },
  },
  {
    name: 'figtree',
    file: '@fontsource-variable/figtree/files/figtree-LATIN-wght-normal.woff2',
    weights: { min: 400, max: 700 },
  },
];

for (const { name, file, weights } of fonts) {
  // Each package splits its font into two files, and each file provides a part of the characters.
  const parts = [
    { subset: 'latin', text: latin + punctuation, out: `${name}.woff2` },
    { subset: 'latin-ext', text: '₹', out: `${name}-rupee.woff2` },
  ];
  for (const part of parts) {
    const source = await readFile(require.resolve(file.replace('LATIN', part.subset)));
    const font = await subsetFont(source, part.text, { targetFormat: 'woff2', variationAxes: { wght: weights } });
    await writeFile(path.join(out, part.out), font);
    process.stdout.write(`${part.out}: ${font.length} bytes\n`);
  }
}
