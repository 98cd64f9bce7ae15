import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';

/** A running process, as /proc shows it. */
export interface RunningProcess {
  pid: number;
  /** Its command line, with a space between two arguments. */
  command: string;
}

const readProc = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

/** Whether a process runs. A process that has ended and that no parent has asked for does not. */
export const isRunning = (pid: number): boolean => /^\d+ \(.*\) [^ZX]/s.test(readProc(pid, 'stat'));

/** Lists a process and all that it has started. */
export function listProcessTree(root: number): RunningProcess[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const [, parent] = readProc(Number(name), 'stat').match(/\) . (\d+) /) ?? [];
    if (parent) parents.set(Number(name), Number(parent));
  }
  const tree = [root];
  // The list grows while it is read.
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree.map((pid) => ({ pid, command: readProc(pid, 'cmdline').replaceAll('\0', ' ').trim() }));
}

/** Reads the process variables with which a process was started. */
export const readVariables = (pid: number): string => readProc(pid, 'environ');

/** Lists what the open file descriptors of a process refer to. */
export function listOpenFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)];
    } catch {
      return [];
    }
  });
}

const chunkSize = 8 * 1024 * 1024;

/** Whether the writable memory of a process contains one of the byte sequences. */
export function hasInMemory(pid: number, secrets: readonly Buffer[]): boolean {
  const ranges = [...readProc(pid, 'maps').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)];
  let memory: number;
  try {
    memory = openSync(`/proc/${pid}/mem`, 'r');
  } catch {
    return false;
  }
  const overlap = Math.max(...secrets.map(({ length }) => length));
  const buffer = Buffer.alloc(chunkSize + overlap);
  try {
    for (const [, from = '', to = ''] of ranges) {
      const end = Number.parseInt(to, 16);
      for (let start = Number.parseInt(from, 16); start < end; start += chunkSize) {
        let size = 0;
        try {
          size = readSync(memory, buffer, 0, Math.min(chunkSize + overlap, end - start), start);
        } catch {
          // The range is not readable, such as that of a driver.
          break;
        }
        if (secrets.some((secret) => buffer.subarray(0, size).includes(secret))) return true;
      }
    }
    return false;
  } finally {
    closeSync(memory);
  }
}
