import { Readable } from 'node:stream';
import type { CatalogSource } from '../catalog-import/catalog-file';

/** Gives a text or bytes as the file of an import. */
export const fromText =
  (content: string | Uint8Array): CatalogSource =>
  () =>
    Readable.from([Buffer.from(content)]);
