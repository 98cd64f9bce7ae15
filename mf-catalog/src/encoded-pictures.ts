/**
 * Addresses of the encoded pictures by file name, such as `hero-960.avif`: whatever is in `pictures/` when the app is
 * built. Every browser that can run the shop reads AVIF, but for Safari before 16.4, which gets one JPEG: WebP would
 * serve nobody. The two fallbacks are drawings, of half a kilobyte, in `drawings/`. Tests have no bundler; package.json gives them `no-encoded-pictures.ts` for `#encoded-pictures`.
 */
const files = import.meta.webpackContext('.', {
  recursive: true,
  regExp: /^\.\/pictures\/(?!category-fallback|product-fallback)(.+\.avif|.+-(480|640)\.jpg|hero-960\.jpg)$/,
});

export const encodedPictures: ReadonlyMap<string, string> = new Map(
  files.keys().map((key) => [key.replace('./pictures/', ''), files(key)]),
);
