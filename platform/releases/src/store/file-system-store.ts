import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@shop/file-lock/errno';
import { withFileLock } from '@shop/file-lock/file-lock';
import { sha256 } from './document-ref';
import { ConflictError } from './errors';
import { assertKey, assertPrefix, type ReleaseStore } from './release-store';

/** Folder of incomplete writes. A crash may leave some; they are not keys of the store. */
const draftsFolder = '.drafts';
const locksFolder = '.locks';

const lockTimeoutMs = 30_000;
const maxPlacements = 8;

/** Errors of folders that do not exist. */
const missingCodes = ['ENOENT', 'ENOTDIR'];

const isMissing = (error: unknown) => missingCodes.some((code) => hasErrorCode(error, code));

/** @returns The entries of a folder; none of a missing folder. */
const emptyIfMissing = async <Entry>(entries: Promise<Entry[]>): Promise<Entry[]> =>
  entries.catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });

/** @returns False when the folder is not empty or does not exist. */
async function removeEmptyFolder(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    if (isMissing(error) || ['ENOTEMPTY', 'EEXIST'].some((code) => hasErrorCode(error, code))) return false;
    throw error;
  }
}

/** Writes a draft and flushes it to disk. @returns Its path. */
async function writeDraft(root: string, bytes: Uint8Array): Promise<string> {
  const folder = path.join(root, draftsFolder);
  await mkdir(folder, { recursive: true });
  const draft = path.join(folder, randomUUID());
  const file = await open(draft, 'wx');
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    // A full disk has room for a file and not for its content.
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return draft;
}

/** Moves a draft to its key. @returns False when the key has other bytes than expected. */
type Place = (draft: string, target: string) => Promise<boolean>;

/** @throws {ConflictError} When a file is where the folder of a target, or a folder above it, would be. */
async function createParentFolder(target: string): Promise<void> {
  try {
    await mkdir(path.dirname(target), { recursive: true });
  } catch (error) {
    if (!['ENOTDIR', 'EEXIST'].some((code) => hasErrorCode(error, code))) throw error;
    const name = path.basename(target);
    throw new ConflictError(`${name} cannot be written: part of its path is a file.`, { cause: error });
  }
}

/** Creates the folder of a target again when `remove` has removed the empty folder at the same time. */
async function placeInFolder(draft: string, target: string, place: Place): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    await createParentFolder(target);
    try {
      return await place(draft, target);
    } catch (error) {
      if (attempt === maxPlacements || !hasErrorCode(error, 'ENOENT')) throw error;
    }
  }
}

/** Lists the keys in a folder and its folders. */
async function listFiles(root: string, folder: string): Promise<string[]> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await emptyIfMissing(readdir(path.join(root, folder), options));
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
}

/**
 * Creates a release store in a folder. Every write goes to a draft, is flushed to disk, and is then linked or renamed to its
 * key. So readers see the old bytes or the new ones, also after a crash. The package write-file-atomic does not fit: it
 * puts its draft next to the target, where `list` would find it after a crash, and it has no create-exclusive write.
 */
export function createFileSystemStore(root: string): ReleaseStore {
  const getFile = (key: string) => {
    assertKey(key);
    return path.join(root, key);
  };

  const get: ReleaseStore['get'] = async (key) => {
    try {
      const bytes = await readFile(getFile(key));
      return { bytes, tag: sha256(bytes) };
    } catch (error) {
      if (isMissing(error) || hasErrorCode(error, 'EISDIR')) return null;
      throw error;
    }
  };

  const withDraft = async (key: string, bytes: Uint8Array, place: Place) => {
    const target = getFile(key);
    const draft = await writeDraft(root, bytes);
    try {
      return await placeInFolder(draft, target, place);
    } finally {
      await rm(draft, { force: true });
    }
  };

  const putIfAbsent: ReleaseStore['putIfAbsent'] = (key, bytes) =>
    withDraft(key, bytes, async (draft, target) => {
      try {
        // A hard link is created atomically and never replaces an existing file.
        await link(draft, target);
        return true;
      } catch (error) {
        if (hasErrorCode(error, 'EEXIST')) return false;
        throw error;
      }
    });

  const getLockFolder = (key: string) => path.join(root, locksFolder, sha256(Buffer.from(key)));

  const compareAndSwap: ReleaseStore['compareAndSwap'] = (key, bytes, tag) =>
    withDraft(key, bytes, (draft, target) =>
      withFileLock(
        getLockFolder(key),
        async ({ isHeld }) => {
          const current = await get(key);
          if ((current?.tag ?? null) !== tag || !(await isHeld())) return false;
          await rename(draft, target);
          return true;
        },
        { timeoutMs: lockTimeoutMs },
      ),
    );

  const remove: ReleaseStore['remove'] = async (key) => {
    await rm(getFile(key), { force: true });
    await rm(getLockFolder(key), { recursive: true, force: true });
    // Without the folders that are empty now: they would be listed for ever.
    let folder = path.dirname(key);
    while (folder !== '.' && (await removeEmptyFolder(path.join(root, folder)))) folder = path.dirname(folder);
  };

  const isFolder = async (name: string) => (await stat(path.join(root, name))).isDirectory();

  const list: ReleaseStore['list'] = async (prefix) => {
    assertPrefix(prefix);
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (folder === prefix) return listFiles(root, prefix);
    const names = await emptyIfMissing(readdir(path.join(root, folder)));
    const matching = names.map((name) => folder + name).filter((name) => name.startsWith(prefix));
    const keys = await Promise.all(
      matching.map(async (name) => ((await isFolder(name)) ? listFiles(root, `${name}/`) : name)),
    );
    return keys.flat().sort();
  };

  const listFolders: ReleaseStore['listFolders'] = async (folder) => {
    assertPrefix(folder);
    const entries = await emptyIfMissing(readdir(path.join(root, folder), { withFileTypes: true }));
    return entries.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
  };

  return { get, putIfAbsent, compareAndSwap, list, listFolders, remove };
}
