import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import type { ReleaseStore } from '../store/release-store';
import { getReleasePrefix, type ReleaseId } from './release';

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Folder of the source maps among the private files of a release. */
export const mapsFolder = 'maps/';

/**
 * Folder with a file for each day from which gc counts, besides that of the first publication in `release.json`: the release was
 * published again, or a planned change names it for that day.
 */
export const republishedFolder = 'published-again/';

/** Bytes of the largest file after decompression. The largest source map of the shop has about 3 MB. */
const maxBytes = 64 * 1024 * 1024;

/** The prefix of the keys of the private files of a release. @param prefix  `r/<app>/<version>-<digest>/` */
export const toPrivatePrefix = (prefix: string): string => prefix.replace(/^r\//, 'private/');

const getKey = (release: ReleaseId, file: string) => `${toPrivatePrefix(getReleasePrefix(release))}${file}.br`;

/**
 * Stores files of a release outside of its public folder, in brotli. Gateways and nginx serve keys below `r/` only. A file that
 * exists is not replaced.
 */
export async function writePrivateFiles(
  store: ReleaseStore,
  release: ReleaseId,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const writing = [...files].map(async ([file, bytes]) => {
    // The highest quality takes seconds for a source map, and browsers do not download it.
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await store.putIfAbsent(getKey(release, file), await compress(bytes, { params }));
  });
  await Promise.all(writing);
}

/**
 * Reads a private file of a release.
 *
 * @returns Null for a file that is not stored: the release is older than private files, or gc removed it.
 * @throws When the stored bytes are damaged.
 */
export async function readPrivateFile(
  store: ReleaseStore,
  release: ReleaseId,
  file: string,
): Promise<Uint8Array | null> {
  const key = getKey(release, file);
  const stored = await store.get(key);
  if (!stored) return null;
  try {
    return await decompress(stored.bytes, { maxOutputLength: maxBytes });
  } catch {
    throw new Error(`${key} is damaged in the release store: publish the same build again under a new version.`);
  }
}
