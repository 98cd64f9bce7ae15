/** Addresses that the gateway answers itself, the store API's, and the shell's own screens. */
const reserved = [
  ...['/healthz', '/robots.txt', '/sitemap.xml', '/site.webmanifest', '/favicon.ico', '/service-worker.js'],
  ...['/login', '/register'],
];

/** Below these everything is taken: releases, the gateway's own calls, the store API. */
const reservedFolders = ['/r', '/-', '/api'];

/**
 * Whether a path can never show a remote's screen, since something else answers there.
 *
 * @param pattern As a remote owns it: `/reviews/:id`.
 */
export function isReserved(pattern: string): boolean {
  const path = pattern.toLowerCase().replace(/\/$/, '');
  return reserved.includes(path) || reservedFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
