/** Paths that the gateway, the store API or the shell answers. */
const reserved = [
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/sitemap.xml',
  '/site.webmanifest',
  '/favicon.ico',
  '/service-worker.js',
  '/login',
  '/register',
];

/** Folders whose every path is reserved: release files, the gateway's own calls, the store API, its pictures and its sandbox. */
const reservedFolders = ['/r', '/-', '/api', '/media', '/sandbox'];

/**
 * True when a pattern can never show a remote's screen, because another part of the shop answers there.
 *
 * @param pattern Path pattern of a remote: `/reviews/:id`.
 * @example isReserved('/api/reviews') // true
 */
export function isReserved(pattern: string): boolean {
  const path = pattern.toLowerCase().replace(/\/$/, '');
  return reserved.includes(path) || reservedFolders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}
