import figtreeRupee from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
import frauncesRupee from '@fontsource-variable/fraunces/files/fraunces-latin-ext-wght-normal.woff2';
import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2';

const files = [
  { family: 'Fraunces', latin: fraunces, rupee: frauncesRupee },
  { family: 'Figtree', latin: figtree, rupee: figtreeRupee },
];

/** Loads the shop's two fonts. In the shop the shell's document loads them. The rupee sign is in a separate file. */
export function addShopFonts(): void {
  for (const { family, latin, rupee } of files) {
    document.fonts.add(new FontFace(family, `url("${latin}")`, { weight: '100 900' }));
    document.fonts.add(new FontFace(family, `url("${rupee}")`, { weight: '100 900', unicodeRange: 'U+20B9' }));
  }
}
