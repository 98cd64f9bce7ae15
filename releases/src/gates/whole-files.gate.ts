import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Release, releasePrefix } from '../release/release';
import type { ReleaseStore } from '../store/release-store';
import type { Gate, Problem } from './gate';

const decompress = promisify(brotliDecompress);

type PublishedFile = Release['files'][string];

const hasIntegrity = (bytes: Uint8Array, { integrity }: PublishedFile) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}` === integrity;

/** A compressed file is what it decompresses to; it is read no further than the file is long. */
async function isCompressed(bytes: Uint8Array, file: PublishedFile): Promise<boolean> {
  const text = await decompress(bytes, { maxOutputLength: Math.max(file.size, 1) }).catch(() => null);
  return text !== null && hasIntegrity(text, file);
}

/**
 * Rehashes every file of a release, and what browsers get in its place: the compressed copies beside them.
 *
 * @returns Files that are missing or have other bytes than the release says.
 */
export async function damagedFiles(store: ReleaseStore, release: Release): Promise<string[]> {
  const prefix = releasePrefix(release);
  const present = new Set(await store.list(prefix));
  const checked = await Promise.all(
    Object.entries(release.files).map(async ([name, file]) => {
      const [plain, copy] = [prefix + name, `${prefix}${name}.br`];
      const stored = await store.get(plain);
      const compressed = present.has(copy) ? await store.get(copy) : null;
      return [
        ...(stored && hasIntegrity(stored.bytes, file) ? [] : [name]),
        ...(!compressed || (await isCompressed(compressed.bytes, file)) ? [] : [`${name}.br`]),
      ];
    }),
  );
  return checked.flat();
}

/** Every file of every release is there, with the bytes it was published with. */
export const wholeFiles: Gate = {
  name: 'whole-files',
  isForReturns: true,
  check: async ({ store, shell, remotes }) => {
    const problems = await Promise.all(
      [shell, ...remotes].map(async (release): Promise<Problem[]> => {
        const damaged = await damagedFiles(store, release);
        if (damaged.length === 0) return [];
        return [
          {
            app: release.app,
            problem: `${damaged.join(', ')} of ${release.version} is missing or was changed in the store`,
            remedy: `publish ${release.app} again under a new version`,
          },
        ];
      }),
    );
    return problems.flat();
  },
};
