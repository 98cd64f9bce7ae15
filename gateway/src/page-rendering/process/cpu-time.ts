import { readFileSync } from 'node:fs';

/** Milliseconds of one clock tick in /proc on Linux. */
const tickMs = 10;

/**
 * Reads how long a process has used a processor.
 *
 * @returns Milliseconds; null where it cannot be measured.
 */
export function readCpuTimeMs(pid: number | undefined): number | null {
  if (pid === undefined) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may contain spaces. User and system time are fields 14 and 15 (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return null;
  }
}
