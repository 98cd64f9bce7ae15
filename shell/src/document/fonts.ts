import { inlineJson } from './elements';
import {
  devanagari,
  devanagariDisplay,
  figtree,
  figtreeLatin1,
  figtreeRupee,
  fraunces,
  frauncesLatin1,
  frauncesRupee,
} from './font-files';

/**
 * The three files of a font: every page loads the first. The other two have the characters that the first one lacks: the
 * rest of Latin-1, and the rupee sign. `shell/fonts.mjs` creates the files.
 */
type FontFiles = [everyPage: string, latin1: string, rupee: string];
const ranges = ['', 'unicode-range:U+A1-A8,U+AA-AD,U+AF,U+B1-B6,U+B8-BC,U+BE-D6,U+D8-FF;', 'unicode-range:U+20B9;'];

/** What shows a font that arrives after the first paint: this document, or the next one. */
type FontDisplay = 'swap' | 'optional';

/** Headings have one weight. The range stops browsers from emboldening it for other weights. */
const weights = 'font-weight:400 700;';

function renderFaces(family: string, files: FontFiles, display: FontDisplay): string {
  return files
    .map((url, index) => {
      const source = `src:url("${url}") format("woff2");`;
      return `@font-face{font-family:"${family}";${source}${weights}font-display:${display};${ranges[index]}}`;
    })
    .join('');
}

/**
 * Installed fonts with the metrics of the shop's fonts, so that text takes the same space in both. Arial and Georgia are on
 * Windows and Apple devices, Roboto and Noto Serif on Android, DejaVu on Linux. A later face replaces an earlier one where its font is
 * installed. Each has its family, the names of the installed font (full names and PostScript names), its weights, and the
 * percentages that give it the ascent, the descent and the average width of the shop's font. Computed from the metrics of
 * capsize: the average width of English text, by weight. Those of DejaVu are measured with texts of the shop.
 */
const fallbacks = [
  ['Fraunces', ['DejaVu Serif', 'DejaVuSerif'], '', 104.67, 27.29, 93.44],
  ['Fraunces', ['Noto Serif', 'Noto Serif Regular', 'NotoSerif-Regular'], '', 98.62, 25.71, 99.17],
  ['Fraunces', ['Georgia'], '', 91.4, 23.83, 107],
  ['Figtree', ['DejaVu Sans', 'DejaVuSans'], '400 500', 106.19, 27.95, 89.46],
  ['Figtree', ['DejaVu Sans Bold', 'DejaVuSans-Bold'], '600 700', 118.9, 31.29, 79.9],
  ['Figtree', ['Roboto', 'Roboto Regular', 'Roboto-Regular'], '400 500', 94.12, 24.77, 100.94],
  ['Figtree', ['Roboto Medium', 'Roboto-Medium'], '600 700', 93.08, 24.49, 102.07],
  ['Figtree', ['Arial', 'ArialMT', 'Liberation Sans'], '400 500', 94.32, 24.82, 100.72],
  ['Figtree', ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'], '600 700', 99.56, 26.2, 95.42],
] as const;

function renderFallback([family, installed, range, ascent, descent, size]: (typeof fallbacks)[number]): string {
  const source = installed.map((name) => `local("${name}")`).join();
  const metrics = `ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%;size-adjust:${size}%`;
  return `@font-face{font-family:"${family} Fallback";src:${source};${range && `font-weight:${range};`}${metrics}}`;
}

/** Fonts of other scripts, by language. They add their characters to the families of the shop. */
const scripts: Readonly<Record<string, { text: string; display: string; range: string }>> = {
  hi: { text: devanagari, display: devanagariDisplay, range: 'U+900-97F,U+200C-200D,U+25CC' },
};

const renderLatinFaces = (headings: FontDisplay) =>
  [
    renderFaces('Fraunces', [fraunces, frauncesLatin1, frauncesRupee], headings),
    renderFaces('Figtree', [figtree, figtreeLatin1, figtreeRupee], 'optional'),
    ...fallbacks.map(renderFallback),
  ].join('');

/**
 * Renders the font faces of a document.
 *
 * A late font of headings replaces its fallback (`swap`) in a page that begins a visit. A late font of texts, whose long lines would
 * break at other words, shows in the next document only (`optional`), like that of another script.
 *
 * @param headings How the headings show a late font.
 * @see docs/decisions/0075-font-display.md
 */
export function renderFontFaces(language: string, headings: FontDisplay): string {
  const latinFaces = renderLatinFaces(headings);
  const script = scripts[language];
  if (!script) return latinFaces;
  const { text, display, range } = script;
  const face = (family: string, file: string) =>
    `@font-face{font-family:"${family}";src:url("${file}") format("woff2");${weights}font-display:optional;unicode-range:${range};}`;
  return latinFaces + face('Fraunces', display) + face('Figtree', text);
}

/** Milliseconds since the navigation after which no font arrives before the first paint. */
const maxStartMs = 300;

/**
 * Creates the script that requests the fonts with the document, so that they arrive before the first paint of a usual connection.
 * On a slow one they would only delay the largest picture: the page requests them when it is laid out.
 *
 * @see docs/decisions/0075-font-display.md
 */
export function createFontScript(language: string): string {
  const script = scripts[language];
  const urls = [figtree, fraunces, script?.text, script?.display].filter((url) => url !== undefined);
  return `if(performance.now()<${maxStartMs})for(const href of ${inlineJson(urls)})document.head.append(Object.assign(document.createElement("link"),{rel:"preload",as:"font",type:"font/woff2",crossOrigin:"",href}))`;
}
