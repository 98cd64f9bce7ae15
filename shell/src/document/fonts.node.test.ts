import { statSync } from 'node:fs';
import path from 'node:path';
import type * as fontFiles from './font-files';
import { createFontScript, renderFontFaces } from './fonts';

jest.mock('./font-files', (): typeof fontFiles => ({
  devanagari: 'devanagari.woff2',
  devanagariDisplay: 'devanagari-display.woff2',
  figtree: 'figtree.woff2',
  figtreeLatin1: 'figtree-latin1.woff2',
  figtreeRupee: 'figtree-rupee.woff2',
  fraunces: 'fraunces.woff2',
  frauncesLatin1: 'fraunces-latin1.woff2',
  frauncesRupee: 'fraunces-rupee.woff2',
}));

const folder = path.join(__dirname, 'fonts');
const size = (file: string) => statSync(path.join(folder, file)).size;

it('sends at most 13 KB of each font to every page', () => {
  expect(size('fraunces.woff2')).toBeLessThan(13_000);
  expect(size('figtree.woff2')).toBeLessThan(13_000);
});

it('sends the fonts for Devanagari to Hindi pages only, one for headings and one for text', () => {
  const faces = renderFontFaces('hi', 'swap').match(/@font-face\{[^}]*U\+900-97F[^}]*\}/g) ?? [];
  expect(faces.map((face) => face.match(/font-family:"(\w+)";src:url\("(.+?)"\)/)?.slice(1))).toEqual([
    ['Fraunces', 'devanagari-display.woff2'],
    ['Figtree', 'devanagari.woff2'],
  ]);
  const countFiles = (language: string) => createFontScript(language).match(/\.woff2"/g)?.length;
  expect([countFiles('en'), countFiles('hi')]).toEqual([2, 4]);
  expect(renderFontFaces('en', 'swap') + createFontScript('en')).not.toContain('devanagari');
});

it('sends at most 110 KB of fonts for Devanagari to Hindi pages', () => {
  expect(size('devanagari.woff2') + size('devanagari-display.woff2')).toBeLessThan(110_000);
});

it.each([
  [299, ['figtree.woff2', 'fraunces.woff2']],
  [300, []],
])('requests the fonts with a document that runs its first script after %i ms as %j', (time, expected) => {
  const links: Record<string, string>[] = [];
  const document = { createElement: () => ({}), head: { append: (link: Record<string, string>) => links.push(link) } };
  new Function('document', 'performance', createFontScript('en'))(document, { now: () => time });
  expect(links).toEqual(
    expected.map((href) => ({ rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: '', href })),
  );
});
