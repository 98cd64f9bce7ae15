import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { hasErrorCode } from './errno';

/** The process that holds a lock, as its lock file describes it. */
export interface LockHolder {
  pid: number;
  /** Start of the process in clock ticks since boot. Distinguishes it from a later process with the same pid. Empty without /proc. */
  startedAt: string;
  host: string;
  /** Boot and pid namespace. A pid has a meaning in its own namespace only: two containers may share a folder. Empty without /proc. */
  pidScope: string;
  /** ISO date and time at which it acquired the lock. */
  since: string;
}

/** What this process can say about a holder. `unknown`: it runs elsewhere, or its pid may have been reused. */
export type HolderState = 'running' | 'ended' | 'unknown';

let thisProcess: Promise<Omit<LockHolder, 'since'>> | undefined;

/** Describes this process as the holder of a lock. */
export async function describeThisProcess(): Promise<LockHolder> {
  thisProcess ??= describe();
  return { ...(await thisProcess), since: new Date().toISOString() };
}

async function describe(): Promise<Omit<LockHolder, 'since'>> {
  const [{ startedAt }, boot, namespace] = await Promise.all([
    readProcessState(process.pid),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  return { pid: process.pid, startedAt, host: hostname(), pidScope: `${boot.trim()} ${namespace}`.trim() };
}

/** Parses the content of a lock file. Returns null when a crash left it empty or incomplete. */
export function parseLockHolder(text: string): LockHolder | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isLockHolder(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

const textFields = ['startedAt', 'host', 'pidScope', 'since'] as const;

function isLockHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Number.isInteger(fields.get('pid')) && textFields.every((name) => typeof fields.get(name) === 'string');
}

/** Finds out whether the holder of a lock still runs. */
export async function findHolderState(holder: LockHolder): Promise<HolderState> {
  const own = await describeThisProcess();
  if (holder.host !== own.host || holder.pidScope !== own.pidScope) return 'unknown';
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (hasErrorCode(error, 'ESRCH')) return 'ended';
  }
  const { state, startedAt } = await readProcessState(holder.pid);
  // A zombie has ended. Its parent has not collected its exit status yet.
  if (state === 'Z') return 'ended';
  if (!startedAt || !holder.startedAt) return 'unknown';
  return startedAt === holder.startedAt ? 'running' : 'ended';
}

/** Reads a process's state letter and start time. Both are empty without /proc. @see proc(5), /proc/pid/stat */
async function readProcessState(pid: number): Promise<{ state: string; startedAt: string }> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The process name in parentheses may contain spaces. The state (field 3) and the start (field 22) come after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' };
  } catch {
    return { state: '', startedAt: '' };
  }
}
