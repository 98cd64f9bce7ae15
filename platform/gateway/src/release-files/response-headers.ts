import type { ServableExtension } from '@shop/releases/release/release';

/** Content types by file extension. The gateway and nginx serve no file with another extension. */
export const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
} satisfies Record<ServableExtension, string>;

/**
 * Headers of every response under `/r/`. Scripts are fetched across origins when a shop serves its files from another host.
 * The policy keeps an image that is opened as a page from running scripts on the shop's origin; it does not affect files
 * that a page loads.
 */
export const releaseHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** Headers that change nothing for a file. A first load has ten files, so they would add a kilobyte and a half to it. */
export const documentOnlyHeaders = ['permissions-policy', 'referrer-policy'];

/** Headers of a released file. Its address contains the release's digest, so its bytes never change. */
export const immutableHeaders = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' };

/** Headers of a file of a release that only a preview names. No cache stores it, because it is for visitors with the link. */
export const previewFileHeaders = { 'cache-control': 'private, no-store' };

export const missingFileMessage = 'No such file in a release of this shop.';
