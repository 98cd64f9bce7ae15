import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What a process uses at one moment. */
export interface ProcessUse {
  pid: number;
  /** Proportional set size in bytes, which divides memory that processes share among them. */
  memory: number;
  /** Open file descriptors, with sockets. */
  files: number;
  sockets: number;
}

/** Reads a size in `/proc`. @returns Bytes; 0 when the text has no such line. */
export const readSize = (text: string, name: string): number =>
  1024 * Number(text.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1] ?? 0);

const attempt = <Result>(work: () => Result, fallback: Result): Result => {
  try {
    return work();
  } catch {
    // The process has ended, or the file was closed in the meantime.
    return fallback;
  }
};

const read = (pid: number, file: string): string => attempt(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'), '');

const listOpenFiles = (pid: number): string[] =>
  attempt(() => readdirSync(`/proc/${pid}/fd`), []).map((name) =>
    attempt(() => readlinkSync(`/proc/${pid}/fd/${name}`), ''),
  );

/**
 * Lists a process and all processes that it started, without esbuild: the compiler of the sources is no part of a server in
 * production. Linux only; empty elsewhere and when the process has ended.
 */
export function listProcesses(pid: number): ProcessUse[] {
  const status = read(pid, 'status');
  if (!status) return [];
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number).flatMap(listProcesses);
  if (/\/esbuild\0/.test(read(pid, 'cmdline'))) return children;
  const files = listOpenFiles(pid);
  const memory = readSize(read(pid, 'smaps_rollup'), 'Pss') || readSize(status, 'VmRSS');
  const sockets = files.filter((file) => file.startsWith('socket:')).length;
  return [{ pid, memory, files: files.length, sockets }, ...children];
}

/** Adds up the memory of a process and of all processes that it started. @returns Bytes. */
export const measureMemory = (pid: number): number => listProcesses(pid).reduce((sum, { memory }) => sum + memory, 0);
