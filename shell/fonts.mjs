/**
 * Creates the shop's fonts from the @fontsource-variable packages: two for Latin, and two for Devanagari. Headings have one weight, so their fonts are static
 * cuts of it. Each font for Latin is three files: Basic Latin with the punctuation of the shop's texts, which every page loads; the
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

/** Letters, signs and marks of Hindi. The subsetter keeps their conjuncts. */
const hindi = [
  range(0x901, 0x903),
  range(0x905, 0x90b),
  '\u090d',
  range(0x90f, 0x911),
  range(0x913, 0x928),
  range(0x92a, 0x930),
  '\u0932\u0933',
  range(0x935, 0x939),
  range(0x93c, 0x943),
  '\u0945',
  range(0x947, 0x949),
  range(0x94b, 0x94d),
  '\u0950',
  range(0x95b, 0x95f),
  '\u0964\u0965\u0970\u200c\u200d\u25cc',
].join('');

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

/** Writes one file with some characters of a font. */
async function writeFont(specifier, text, weight, target) {
  const source = await readFile(require.resolve(specifier));
  const font = await subsetFont(source, text, { targetFormat: 'woff2', variationAxes: { wght: weight } });
  await writeFile(path.join(out, target), font);
  process.stdout.write(`${target}: ${font.length} bytes\n`);
}

for (const { name, file, weight } of fonts) {
  // Each package splits its font into two files, and each file provides a part of the characters.
  const parts = [
    { subset: 'latin', text: everyPage, out: `${name}.woff2` },
    { subset: 'latin', text: latin1, out: `${name}-latin1.woff2` },
    { subset: 'latin-ext', text: '₹', out: `${name}-rupee.woff2` },
  ];
  for (const part of parts) await writeFont(file.replace('LATIN', part.subset), part.text, weight, part.out);
}

const devanagari = (style) =>
  `@fontsource-variable/noto-${style}-devanagari/files/noto-${style}-devanagari-devanagari-wght-normal.woff2`;
await writeFont(devanagari('sans'), hindi, { min: 400, max: 700 }, 'devanagari.woff2');
// This weight has the strokes of Fraunces at 500.
await writeFont(devanagari('serif'), hindi, 550, 'devanagari-display.woff2');
