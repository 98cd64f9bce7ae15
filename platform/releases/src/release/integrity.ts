import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { Release } from './release';

const decompress = promisify(brotliDecompress);

export type PublishedFile = Release['files'][string];

/**
 * Computes the hash of a file in the form that browsers check. Entries list the hashes of their chunks, which no compression makes
 * smaller. SHA-256 is as strong as the chain: compositions name releases by it.
 *
 * @see https://www.w3.org/TR/SRI
 */
export const computeIntegrity = (bytes: Uint8Array, algorithm: 'sha256' | 'sha384' = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}` as const;

/** Whether bytes have a hash. Releases from before SHA-256 have SHA-384. */
export const hasIntegrity = (bytes: Uint8Array, integrity: string): boolean =>
  computeIntegrity(bytes, integrity.startsWith('sha384-') ? 'sha384' : 'sha256') === integrity;

/** Whether bytes are those of a published file. A file that the release does not list was not published. */
export const hasPublishedBytes = (bytes: Uint8Array, file: PublishedFile | undefined): boolean =>
  file !== undefined && hasIntegrity(bytes, file.integrity);

/** Whether bytes are a published file in brotli. Decompression stops at the file's size, which `Release` limits. */
export async function hasPublishedBytesInBrotli(bytes: Uint8Array, file: PublishedFile): Promise<boolean> {
  const text = await decompress(bytes, { maxOutputLength: Math.max(file.size, 1) }).catch(() => null);
  return text !== null && hasPublishedBytes(text, file);
}
