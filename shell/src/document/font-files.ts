// The browser build imports this file only to emit the font files that documents link to.
export { default as devanagari } from './fonts/devanagari.woff2';
export { default as devanagariDisplay } from './fonts/devanagari-display.woff2';
export { default as figtree } from './fonts/figtree.woff2';
export { default as figtreeLatin1 } from './fonts/figtree-latin1.woff2';
export { default as figtreeRupee } from './fonts/figtree-rupee.woff2';
export { default as fraunces } from './fonts/fraunces.woff2';
export { default as frauncesLatin1 } from './fonts/fraunces-latin1.woff2';
export { default as frauncesRupee } from './fonts/fraunces-rupee.woff2';
