// The browser build imports this file too, though it uses nothing of it: so it emits the fonts that documents name.
import figtree from './fonts/figtree.woff2';
import figtreeRupee from './fonts/figtree-rupee.woff2';
import fraunces from './fonts/fraunces.woff2';
import frauncesRupee from './fonts/fraunces-rupee.woff2';

const face = (family: string, url: string, range = '') =>
  `@font-face{font-family:"${family}";src:url("${url}") format("woff2");font-weight:400 700;font-display:swap;${range}}`;

/** The rupee sign comes in a file of one kilobyte: the fonts' Latin files leave it out. */
const rupee = 'unicode-range:U+20B9;';

/** Fallbacks stretched to the fonts' own metrics, so that nothing moves when a font arrives. Computed with capsize. */
const fallbacks = `@font-face{font-family:"Fraunces Fallback";src:local("Georgia");ascent-override:92.9623%;descent-override:24.2386%;size-adjust:105.2039%}
@font-face{font-family:"Figtree Fallback";src:local("Arial"),local("ArialMT");ascent-override:94.3231%;descent-override:24.8219%;line-gap-override:0%;size-adjust:100.7176%}`;

/** Every font the document may use. */
export const fontFaces = [
  face('Fraunces', fraunces),
  face('Fraunces', frauncesRupee, rupee),
  face('Figtree', figtree),
  face('Figtree', figtreeRupee, rupee),
  fallbacks,
].join('');

/** Both text fonts are on every screen: asked for with the document. */
export const fontPreloads = [fraunces, figtree]
  .map((url) => `<link rel="preload" as="font" type="font/woff2" href="${url}" crossorigin>`)
  .join('\n');
