/**
 * Maps the file name of each encoded picture, such as `hero-960.avif`, to its URL. The map holds the files that are in
 * `encoded/` when the app is built.
 *
 * Browsers get AVIF. Safari before 16.4 cannot read AVIF and gets one JPEG per picture, so WebP would help no browser.
 *
 * Code imports this module as `#encoded-pictures`. Tests run without a bundler, so package.json maps that name to
 * `no-encoded-pictures.ts` for them.
 */
const files = import.meta.webpackContext('./encoded', { recursive: false, regExp: /\.(avif|jpg)$/ });

export const encodedPictures: ReadonlyMap<string, string> = new Map(
  files.keys().map((key) => [key.replace('./', ''), files(key)]),
);
