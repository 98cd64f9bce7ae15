import path from 'node:path';

/**
 * Entry of a renderer process. `deploy/bundle-gateway.mjs` puts a bundle of the same name next to the bundle of the gateway.
 * The process may read the files of this folder and no others.
 */
export const rendererProcessFile: string = path.join(import.meta.dirname, 'renderer-process.mjs');
