import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@shop/file-lock/errno';
import { withFileLock } from '@shop/file-lock/file-lock';
import { sha256 } from './document-ref';
import { assertKey, type ReleaseStore } from './release-store';

/** Folder of incomplete writes. A crash may leave some; they are no keys of the store. */
const draftsFolder = '.drafts';
const locksFolder = '.locks';

const lockTimeoutMs = 30_000;

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
      if (['ENOENT', 'ENOTDIR', 'EISDIR'].some((code) => hasErrorCode(error, code))) return null;
      throw error;
    }
  };

  const writeDraft = async (bytes: Uint8Array) => {
    const folder = path.join(root, draftsFolder);
    await mkdir(folder, { recursive: true });
    const draft = path.join(folder, randomUUID());
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    return draft;
  };

  const withDraft = async (
    key: string,
    bytes: Uint8Array,
    place: (draft: string, target: string) => Promise<boolean>,
  ) => {
    const target = getFile(key);
    const draft = await writeDraft(bytes);
    try {
      await mkdir(path.dirname(target), { recursive: true });
      return await place(draft, target);
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
  };

  const list: ReleaseStore['list'] = async (prefix) => {
    assertKey(prefix.replace(/\/$/, ''));
    try {
      const entries = await readdir(path.join(root, prefix), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
        .sort();
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT')) return [];
      throw error;
    }
  };

  return { get, putIfAbsent, compareAndSwap, list, remove };
}
