import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@shop/file-lock/errno';
import { withFileLock } from '@shop/file-lock/file-lock';
import { assertKey, type ReleaseStore } from './release-store';

/** Folder of files that are being written; a crash may leave some, which nobody reads. */
const draftsFolder = '.drafts';
const locksFolder = '.locks';

const tagOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * A release store in a folder. A write is a draft, flushed to disk, that is then linked or renamed into place: a reader
 * sees the old bytes or the new ones, never half of them, and so does whoever comes after a crash.
 *
 * @param root Absolute folder; it need not exist.
 */
export function createFileSystemStore(root: string): ReleaseStore {
  const fileOf = (key: string) => {
    assertKey(key);
    return path.join(root, key);
  };

  const get: ReleaseStore['get'] = async (key) => {
    try {
      const bytes = await readFile(fileOf(key));
      return { bytes, tag: tagOf(bytes) };
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR') || hasErrorCode(error, 'EISDIR')) return null;
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

  const putIfAbsent: ReleaseStore['putIfAbsent'] = async (key, bytes) => {
    const target = fileOf(key);
    const draft = await writeDraft(bytes);
    try {
      await mkdir(path.dirname(target), { recursive: true });
      await link(draft, target);
      return true;
    } catch (error) {
      if (hasErrorCode(error, 'EEXIST')) return false;
      throw error;
    } finally {
      await unlink(draft);
    }
  };

  const lockOf = (key: string) => path.join(root, locksFolder, tagOf(Buffer.from(key)));

  const compareAndSwap: ReleaseStore['compareAndSwap'] = async (key, bytes, tag) => {
    const target = fileOf(key);
    const draft = await writeDraft(bytes);
    await mkdir(path.dirname(target), { recursive: true });
    return withFileLock(lockOf(key), async ({ isHeld }) => {
      const current = await get(key);
      if ((current?.tag ?? null) === tag && (await isHeld())) {
        await rename(draft, target);
        return true;
      }
      await unlink(draft);
      return false;
    });
  };

  const remove: ReleaseStore['remove'] = async (key) => {
    await rm(fileOf(key), { force: true });
    await rm(lockOf(key), { recursive: true, force: true });
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
