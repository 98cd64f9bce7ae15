import { figtree, figtreeLatin1, figtreeRupee, fraunces, frauncesLatin1, frauncesRupee } from './font-files';

/**
 * The three files of a font: every page loads the first. The other two have the characters that the first one lacks: the
 * rest of Latin-1, and the rupee sign. `shell/fonts.mjs` creates the files.
 */
type FontFiles = [everyPage: string, latin1: string, rupee: string];
const ranges = ['', 'unicode-range:U+A1-A8,U+AA-AD,U+AF,U+B1-B6,U+B8-BC,U+BE-D6,U+D8-FF;', 'unicode-range:U+20B9;'];

/** Headings have one weight. The range stops browsers from emboldening it for other weights. */
const weights = 'font-weight:400 700;';

function renderFaces(family: string, display: 'swap' | 'optional', files: FontFiles): string {
  return files
    .map((url, index) => {
      const source = `src:url("${url}") format("woff2");`;
      return `@font-face{font-family:"${family}";${source}${weights}font-display:${display};${ranges[index]}}`;
    })
    .join('');
}

interface FallbackFont {
  /** Names of the installed font: its full name and its PostScript name. */
  local: string[];
  weights?: string;
  /** Percentages that give the installed font the ascent, the descent and the average width of the shop's font. */
  ascent: number;
  descent: number;
  size: number;
}

function renderFallback(family: string, { local, weights: range, ascent, descent, size }: FallbackFont): string {
  const source = local.map((name) => `local("${name}")`).join();
  const metrics = `ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%;size-adjust:${size}%`;
  return `@font-face{font-family:"${family}";src:${source};${range ? `font-weight:${range};` : ''}${metrics}}`;
}

/**
 * Installed fonts with the metrics of the shop's fonts, so that text takes the same space in both. Arial and Georgia are on
 * Windows and Apple devices, Roboto and Noto Serif on Android. A later face replaces an earlier one where its font is
 * installed. Computed from the metrics of capsize: the average width of English text, by weight.
 */
const fallbacks = [
  renderFallback('Fraunces Fallback', {
    local: ['Noto Serif', 'Noto Serif Regular', 'NotoSerif-Regular'],
    ascent: 98.62,
    descent: 25.71,
    size: 99.17,
  }),
  renderFallback('Fraunces Fallback', { local: ['Georgia'], ascent: 91.4, descent: 23.83, size: 107 }),
  renderFallback('Figtree Fallback', {
    local: ['Roboto', 'Roboto Regular', 'Roboto-Regular'],
    weights: '400 500',
    ascent: 94.12,
    descent: 24.77,
    size: 100.94,
  }),
  renderFallback('Figtree Fallback', {
    local: ['Roboto Medium', 'Roboto-Medium'],
    weights: '600 700',
    ascent: 93.08,
    descent: 24.49,
    size: 102.07,
  }),
  renderFallback('Figtree Fallback', {
    local: ['Arial', 'ArialMT', 'Liberation Sans'],
    weights: '400 500',
    ascent: 94.32,
    descent: 24.82,
    size: 100.72,
  }),
  renderFallback('Figtree Fallback', {
    local: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'],
    weights: '600 700',
    ascent: 99.56,
    descent: 26.2,
    size: 95.42,
  }),
];

/**
 * Font faces of the document. A late text font does not replace the fallback, because that would lay out the whole page
 * again: docs/decisions/0032-late-scripts.md. `useLateFonts` applies it when the shopper opens another screen. The
 * document preloads no font, because fonts would take bandwidth from the largest picture.
 */
export const fontFaces = [
  renderFaces('Fraunces', 'swap', [fraunces, frauncesLatin1, frauncesRupee]),
  renderFaces('Figtree', 'optional', [figtree, figtreeLatin1, figtreeRupee]),
  ...fallbacks,
].join('');
