import path from 'node:path';

/*
 * Entries of renderer processes. `deploy/bundle-gateway.mjs` puts bundles of the same names next to the bundle of the gateway.
 * The processes may read the files of this folder and no others.
 */

/** Entry of a process that renders the documents of a shell. */
export const rendererProcessFile: string = path.join(import.meta.dirname, 'renderer-process.mjs');

/** Entry of a process that renders the pages of a composition. */
export const pageRendererProcessFile: string = path.join(import.meta.dirname, 'page-renderer-process.mjs');
