import { readdirSync, readFileSync } from 'node:fs';

/** What a process uses at one moment. */
export interface ProcessUse {
  pid: number;
  /** Proportional set size in bytes, which divides memory that processes share among them. */
  memory: number;
  /** Open file descriptors, with sockets. */
  files: number;
}

/** Reads something of `/proc`. @returns The fallback when the process has ended. */
const attempt = <Result>(work: () => Result, fallback: Result): Result => {
  try {
    return work();
  } catch {
    return fallback;
  }
};

const read = (pid: number, file: string): string => attempt(() => readFileSync(`/proc/${pid}/${file}`, 'utf8'), '');

/**
 * Lists a process and all processes that it started, without esbuild: the compiler of the sources is no part of a server in
 * production. Linux only; empty elsewhere and when the process has ended.
 */
export function listProcesses(pid: number): ProcessUse[] {
  const [, kilobytes] = read(pid, 'smaps_rollup').match(/^Pss:\s+(\d+) kB/m) ?? [];
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number).flatMap(listProcesses);
  if (kilobytes === undefined || /\/esbuild\0/.test(read(pid, 'cmdline'))) return children;
  const files = attempt(() => readdirSync(`/proc/${pid}/fd`), []).length;
  return [{ pid, memory: 1024 * Number(kilobytes), files }, ...children];
}

/** Adds up the memory of a process and of all processes that it started. @returns Bytes. */
export const measureMemory = (pid: number): number => listProcesses(pid).reduce((sum, { memory }) => sum + memory, 0);
