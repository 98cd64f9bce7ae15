import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A small disk in memory. Only root can mount one. */
export interface SmallDisk {
  folder: string;
  /** Fills it to its last byte. @returns A function that frees it. */
  fill: () => () => void;
  remove: () => void;
}

/**
 * Mounts a disk.
 *
 * @param options Of tmpfs, such as `nr_inodes=20`: the number of files, with the folder itself.
 * @returns Null where the user may not.
 */
export function mountSmallDisk(megabytes: number, ...options: string[]): SmallDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
  const { status } = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    [`size=${megabytes}m`, ...options].join(),
    'tmpfs',
    folder,
  ]);
  if (status !== 0) {
    rmdirSync(folder);
    return null;
  }
  const fill = () => {
    const filler = path.join(folder, 'filler');
    for (const size of [1024 ** 2, 4096, 1]) {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
    return () => rmSync(filler);
  };
  const remove = () => {
    spawnSync('umount', ['-l', folder]);
    rmdirSync(folder);
  };
  return { folder, fill, remove };
}

/** Whether this user can mount a disk. Says so where not: the tests that need one are skipped. */
export function canMountSmallDisk(): boolean {
  const disk = mountSmallDisk(1);
  if (!disk) process.stderr.write('Only root can mount a disk, so the tests of a full disk are skipped.\n');
  disk?.remove();
  return disk !== null;
}
