import figtreeRupee from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
import frauncesRupee from '@fontsource-variable/fraunces/files/fraunces-latin-ext-wght-normal.woff2';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2';

const files = [
  { family: 'Fraunces', latin: fraunces, rupee: frauncesRupee },
  { family: 'Figtree', latin: figtree, rupee: figtreeRupee },
];

/** The shop's two fonts, which in the shop come with the shell's document. The rupee sign stands in a file of its own. */
export function addShopFonts(): void {
  for (const { family, latin, rupee } of files) {
    document.fonts.add(new FontFace(family, `url("${latin}")`, { weight: '100 900' }));
    document.fonts.add(new FontFace(family, `url("${rupee}")`, { weight: '100 900', unicodeRange: 'U+20B9' }));
  }
}
