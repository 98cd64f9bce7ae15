import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Release } from './release';

const decompress = promisify(brotliDecompress);

export type PublishedFile = Release['files'][string];

/** Computes the hash of a file in the form that browsers check. @see https://www.w3.org/TR/SRI */
export const computeIntegrity = (bytes: Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Whether bytes are those of a published file. A file that the release does not list was not published. */
export const hasPublishedBytes = (bytes: Uint8Array, file: PublishedFile | undefined): boolean =>
  file !== undefined && computeIntegrity(bytes) === file.integrity;

/** Whether bytes are a published file in brotli. Decompression stops at the file's size. */
export async function hasPublishedBytesInBrotli(bytes: Uint8Array, file: PublishedFile): Promise<boolean> {
  const text = await decompress(bytes, { maxOutputLength: Math.max(file.size, 1) }).catch(() => null);
  return text !== null && hasPublishedBytes(text, file);
}
