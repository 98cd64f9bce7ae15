import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { findNamespaceCommand } from './network-namespace';

export interface ProcessLimits {
  /** Megabytes of the JavaScript heap. */
  maxHeapMb: number;
  /** Megabytes of resident memory, which also counts buffers. Enforced on Linux. */
  maxMemoryMb: number;
  /** Scheduling priority, -20 to 19. 0 is the gateway's own; a process with 19 runs when no other does. */
  niceness: number;
}

export interface ProcessEvents {
  /** Receives each complete line that the process sends. */
  onLine: (line: string) => void;
  /** The process has ended or has broken a limit. Called once, and not after `kill`. */
  onEnd: (reason: string) => void;
}

/** A running process that renders documents or pages. */
export interface RendererProcess {
  /** Undefined when the process could not be started. */
  readonly pid: number | undefined;
  send: (message: unknown) => void;
  /** Kills the process. Resolves when it has ended. */
  kill: () => Promise<void>;
}

/** Bytes of one message. A document is a few hundred kilobytes at most. */
const maxMessageBytes = 8 * 1024 * 1024;
/** Characters of the error output that a failure is reported with. */
const maxErrorOutput = 2000;
/** Milliseconds between two measurements of the memory. */
const memoryPollInterval = 250;
const pageBytes = 4096;

/** Node 20 has the permission model as an experiment. */
const permissionFlag = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission';

const running = new Set<ChildProcess>();
// No process outlives a gateway that exits without closing its renderers.
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a process that runs code of releases. The process has no variables but NODE_ENV, reads no files but its own code,
 * starts neither processes nor threads, and has no network. It waits for messages.
 *
 * @param entry Absolute path of its JavaScript file.
 */
export function spawnRendererProcess(entry: string, limits: ProcessLimits, events: ProcessEvents): RendererProcess {
  const [command = '', ...args] = [
    ...findNamespaceCommand(),
    process.execPath,
    permissionFlag,
    `--allow-fs-read=${path.join(path.dirname(entry), '*')}`,
    `--max-old-space-size=${limits.maxHeapMb}`,
    // A string that becomes code could import every module.
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    entry,
  ];
  const child = spawn(command, args, {
    env: { NODE_ENV: process.env.NODE_ENV ?? 'production' },
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let isEnded = false;
  const end = (reason: string) => {
    if (isEnded) return;
    isEnded = true;
    child.kill('SIGKILL');
    events.onEnd(reason);
  };

  let errorOutput = '';
  child.stderr?.on('data', (chunk) => {
    errorOutput = (errorOutput + chunk).slice(-maxErrorOutput);
  });
  const lines = createLineReader(events.onLine, () => end('it sent a message of more than 8 MB'));
  (child.stdio[3] as Readable).on('data', (chunk: Buffer) => !isEnded && lines(chunk)).on('error', () => {});
  // The pipe breaks when the process ends, which `close` reports.
  child.stdin?.on('error', () => {});
  const memory = setInterval(() => {
    if (child.pid && readMemoryMb(child.pid) > limits.maxMemoryMb) end(`it used more than ${limits.maxMemoryMb} MB`);
  }, memoryPollInterval).unref();
  child.once('error', (error) => end(`it cannot be started: ${error.message}`));
  child.once('close', (code, signal) => {
    clearInterval(memory);
    running.delete(child);
    end(describeExit(code, signal, errorOutput));
  });
  if (child.pid && limits.niceness !== 0) setPriority(child.pid, limits.niceness);
  const send = (message: unknown) => void child.stdin?.write(`${JSON.stringify(message)}\n`);
  return {
    pid: child.pid,
    send,
    kill: () => {
      isEnded = true;
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Splits bytes into lines. A line that is longer than the limit is reported once and not stored. */
function createLineReader(onLine: (line: string) => void, onTooLong: () => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    let rest = chunk;
    for (let index = rest.indexOf(10); index >= 0; index = rest.indexOf(10)) {
      const line = Buffer.concat([...parts, rest.subarray(0, index)]).toString();
      parts = [];
      size = 0;
      rest = rest.subarray(index + 1);
      onLine(line);
    }
    size += rest.length;
    if (size > maxMessageBytes) onTooLong();
    else if (rest.length > 0) parts.push(rest);
  };
}

function describeExit(code: number | null, signal: NodeJS.Signals | null, errorOutput: string): string {
  if (errorOutput.includes('heap out of memory')) return 'it used more memory than its heap may have';
  const lastLine = errorOutput.trim().split('\n').at(-1) ?? '';
  return `its process ended with ${signal ?? code}${lastLine ? `: ${lastLine}` : ''}`;
}

/** @returns 0 when the memory cannot be measured. */
function readMemoryMb(pid: number): number {
  try {
    const residentPages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return (residentPages * pageBytes) / (1024 * 1024);
  } catch {
    return 0;
  }
}

function setPriority(pid: number, niceness: number): void {
  try {
    os.setPriority(pid, niceness);
  } catch {
    // The process has ended already, or the platform has no priorities. The time limits apply without them.
  }
}
