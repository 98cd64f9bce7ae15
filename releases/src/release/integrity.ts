import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Release } from './release';

const decompress = promisify(brotliDecompress);

/** A file as its release lists it. */
export type PublishedFile = Release['files'][string];

/** The hash of a file as a release lists it and a browser checks it. @see https://www.w3.org/TR/SRI */
export const computeIntegrity = (bytes: Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Whether bytes are those that were published. What a release does not list was not. */
export const hasPublishedBytes = (bytes: Uint8Array, file: PublishedFile | undefined): boolean =>
  file !== undefined && computeIntegrity(bytes) === file.integrity;

/** Whether bytes are a published file in brotli. They are read no further than the file is long. */
export async function hasPublishedBytesInBrotli(bytes: Uint8Array, file: PublishedFile): Promise<boolean> {
  const text = await decompress(bytes, { maxOutputLength: Math.max(file.size, 1) }).catch(() => null);
  return text !== null && hasPublishedBytes(text, file);
}
