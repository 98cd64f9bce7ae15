import { readdirSync, readFileSync } from 'node:fs';

/** What a process uses at one moment. */
export interface ProcessUse {
  pid: number;
  /** Proportional set size in bytes, which divides memory that processes share among them. */
  memory: number;
  /** Open file descriptors, with sockets. */
  files: number;
  /** Processor time since its start, in seconds. */
  processorTime: number;
}

/** Clock ticks of `/proc` in a second. */
const ticksPerSecond = 100;

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
 * Lists a process and all processes that it started, as far as they run Node: esbuild compiles the sources and is not a part of a
 * server in production, and the command that isolates a renderer only waits. Linux only; empty elsewhere and when the process has
 * ended.
 */
export function listProcesses(pid: number): ProcessUse[] {
  const [, kilobytes] = read(pid, 'smaps_rollup').match(/^Pss:\s+(\d+) kB/m) ?? [];
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number).flatMap(listProcesses);
  const [program = ''] = read(pid, 'cmdline').split('\0');
  if (kilobytes === undefined || !/(^|\/)node$/.test(program)) return children;
  const files = attempt(() => readdirSync(`/proc/${pid}/fd`), []).length;
  // The name of the program ends with the last parenthesis. Time in user and in system mode are fields 14 and 15.
  const times = read(pid, 'stat').split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? [];
  const processorTime = times.reduce((sum, ticks) => sum + ticks, 0) / ticksPerSecond;
  return [{ pid, memory: 1024 * Number(kilobytes), files, processorTime }, ...children];
}

/** Adds up the memory of a process and of all processes that it started. @returns Bytes. */
export const measureMemory = (pid: number): number => listProcesses(pid).reduce((sum, { memory }) => sum + memory, 0);
