import { figtree, figtreeRupee, fraunces, frauncesRupee } from './font-files';

const face = (family: string, url: string, range = '') =>
  `@font-face{font-family:"${family}";src:url("${url}") format("woff2");font-weight:400 700;font-display:swap;${range}}`;

/** The rupee sign is in a separate file of one kilobyte, because the fonts' Latin files do not contain it. */
const rupee = 'unicode-range:U+20B9;';

/** Fallback fonts with the metrics of the shop's fonts, so that a loaded font causes no layout shift. Computed with capsize. */
const fallbacks = `@font-face{font-family:"Fraunces Fallback";src:local("Georgia");ascent-override:92.9623%;descent-override:24.2386%;size-adjust:105.2039%}
@font-face{font-family:"Figtree Fallback";src:local("Arial"),local("ArialMT");ascent-override:94.3231%;descent-override:24.8219%;line-gap-override:0%;size-adjust:100.7176%}`;

/** Font faces of the document. */
export const fontFaces = [
  face('Fraunces', fraunces),
  face('Fraunces', frauncesRupee, rupee),
  face('Figtree', figtree),
  face('Figtree', figtreeRupee, rupee),
  fallbacks,
].join('');

/** Preloads of the two text fonts, which every screen uses. */
export const fontPreloads = [fraunces, figtree]
  .map((url) => `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin>`)
  .join('\n');
