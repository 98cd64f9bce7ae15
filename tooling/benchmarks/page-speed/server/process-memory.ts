import { readFileSync } from 'node:fs';

/** Memory of a process and of all processes that it started. Bytes. */
export interface ProcessMemory {
  pid: number;
  /** Program of the process: the last file in its command line. */
  program: string;
  bytes: number;
}

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** Finds the program in a command line. @param commandLine Arguments that are separated by NUL, as in `/proc`. */
export function findProgram(commandLine: string): string {
  const files = commandLine.split('\0').filter((argument) => /\.(mjs|cjs|js|ts)$/.test(argument));
  return files.at(-1)?.split('/').at(-1) ?? commandLine.split('\0')[0]?.split('/').at(-1) ?? '';
}

/** Reads a size in `/proc`. @returns Bytes; 0 when the text has no such line. */
export const readSize = (text: string, name: string): number =>
  1024 * Number(text.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1] ?? 0);

/**
 * Measures the memory of a process and of all processes that it started: the proportional set size, which divides memory
 * that processes share among them. Linux only; empty elsewhere.
 */
export function measureMemory(pid: number): ProcessMemory[] {
  const status = read(pid, 'status');
  if (!status) return [];
  const bytes = readSize(read(pid, 'smaps_rollup'), 'Pss') || readSize(status, 'VmRSS');
  const children = read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return [{ pid, program: findProgram(read(pid, 'cmdline')), bytes }, ...children.flatMap(measureMemory)];
}

/** Adds up the memory of processes. The compiler of the sources is no part of a gateway in production. @returns Bytes. */
export const sumMemory = (processes: readonly ProcessMemory[]): number =>
  processes.reduce((sum, { program, bytes }) => sum + (program === 'esbuild' ? 0 : bytes), 0);
