import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findIsolation, systemPath } from './isolate-process';

export interface ProcessLimits {
  maxHeapMb: number;
  /** Megabytes of private memory, which also counts buffers and stacks. The system enforces the limit on Linux. */
  maxMemoryMb: number;
  /** Scheduling priority, -20 to 19. 0 is the gateway's own; a process with 19 runs when no other does. */
  niceness: number;
}

export interface ProcessEvents {
  onMessage: (message: string) => void;
  /** The process has ended or has broken a limit. Called once, and not after `kill`. */
  onEnd: (reason: string) => void;
}

/** A running process that renders documents and pages. */
export type RendererProcess = ReturnType<typeof spawnRendererProcess>;

/** What a process does. It sleeps always where the system does not tell. */
export interface ProcessActivity {
  cpuMs: number;
  /** False while all threads sleep: it waits for a timer or for the gateway, and not for a processor. */
  isRunnable: boolean;
  /** The gateway has not written all of its messages to the pipe of the process. */
  isWaitingForInput: boolean;
}

/** Bytes of one message from a process. A document is a few hundred kilobytes at most. */
const maxMessageBytes = 8 * 1024 * 1024;
/** Characters of the error output that a failure is reported with, and bytes of it that a process may write. */
const maxErrorOutput = 2000;
const maxErrorBytes = 1024 * 1024;
/** Milliseconds between two checks of memory and processor time, also of a process without a call. */
const checkInterval = 250;
/** Milliseconds of processor time that a process may use without a call: its threads may still collect garbage. */
const maxIdleCpuMs = 1000;
/** Share of its memory at which a process is ended. Its later pages could allocate nothing. */
const almostAll = 0.8;
const pageBytes = 4096;
/** Milliseconds of one clock tick in /proc on Linux. */
const tickMs = 10;

const processFile = path.join(import.meta.dirname, 'process', 'renderer-process.mjs');

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
 * @see docs/decisions/0058
 */
export function spawnRendererProcess(limits: ProcessLimits, events: ProcessEvents) {
  const isolation = findIsolation();
  const command = isolation.createCommand(path.dirname(processFile), (folder) => [
    permissionFlag,
    `--allow-fs-read=${path.join(folder, '*')}`,
    `--max-old-space-size=${limits.maxHeapMb}`,
    // A string that becomes code could import every module.
    '--disallow-code-generation-from-strings',
    // Memory that a page gets has no bytes of earlier pages.
    '--zero-fill-buffers',
    '--no-warnings',
    path.join(folder, path.basename(processFile)),
  ]);
  const [shell, ...args] = limitCommand(limits, command);
  const child = spawn(shell, args, {
    env: { ...systemPath, NODE_ENV: process.env.NODE_ENV ?? 'production' },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
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
  let errorBytes = 0;
  child.stderr.on('data', (chunk: Buffer) => {
    errorBytes += chunk.length;
    if (errorBytes > maxErrorBytes) end('it wrote more than 1 MB of errors');
    else errorOutput = (errorOutput + chunk).slice(-maxErrorOutput);
  });
  const readMessages = createMessageReader(events.onMessage, () => end('it sent a message of more than 8 MB'));
  let receivedBytes = 0;
  child.stdout
    .on('data', (chunk: Buffer) => {
      receivedBytes += chunk.length;
      if (!isEnded) readMessages(chunk);
    })
    .on('error', () => {});
  // The pipe breaks when the process ends, which `close` reports.
  child.stdin.on('error', () => {});

  let isIdle = false;
  /** Processor time when the process began the message, or became idle. */
  let cpuBefore = 0;
  let pid = isolation.hasOwnProcesses ? undefined : child.pid;
  const getPid = () => {
    pid ??= findChild(child.pid);
    return pid;
  };
  const getCpu = () => readCpuMs(getPid());
  const check = () => {
    if (readMemoryMb(getPid()) > limits.maxMemoryMb * almostAll) end(`it used almost ${limits.maxMemoryMb} MB`);
    else if (isIdle && getCpu() - cpuBefore > maxIdleCpuMs) end('it computed without a call');
  };
  const timer = setInterval(check, checkInterval).unref();

  child.once('error', (error) => end(`it cannot be started: ${error.message}`));
  child.once('close', (code, signal) => {
    clearInterval(timer);
    running.delete(child);
    end(describeExit(code, signal, errorOutput));
  });
  return {
    /** Sends a message. The process reads it when it has answered the one before. */
    send: (message: unknown) => {
      const body = Buffer.from(JSON.stringify(message));
      const header = Buffer.alloc(4);
      header.writeUInt32BE(body.length);
      child.stdin.cork();
      child.stdin.write(header);
      child.stdin.write(body);
      child.stdin.uncork();
    },
    /** Reports that the process has answered all messages, or begins one. An idle process may compute no more. */
    setIdle: (next: boolean) => {
      isIdle = next;
      cpuBefore = getCpu();
    },
    /** Bytes that have arrived from the process since its start. */
    get receivedBytes() {
      return receivedBytes;
    },
    /** Returns how the process has spent its time since it began the message. */
    getActivity: (): ProcessActivity => ({
      cpuMs: getCpu() - cpuBefore,
      isRunnable: isRunnable(getPid()),
      isWaitingForInput: child.stdin.writableLength > 0,
    }),
    /** Kills the process. Resolves when it has ended. */
    kill: () => {
      isEnded = true;
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Reads files of /proc. @returns The default where the system has none, and after the end of the process. */
function readProc<Value>(read: () => Value, defaultValue: Value): Value {
  try {
    return read();
  } catch {
    return defaultValue;
  }
}

let codeRangeKb: number | undefined;
/**
 * Measures the memory that V8 reserves for code, in this process, which runs the same Node. Node 24 reserves 512 MB, which count as
 * private memory although they are empty; Node 20 reserves nothing that counts. Only Linux tells it and enforces the limit.
 */
function getCodeRangeKb(): number {
  codeRangeKb ??= readProc(() => {
    const ranges = readFileSync('/proc/self/maps', 'utf8').matchAll(/^([0-9a-f]+)-([0-9a-f]+) rwxp /gm);
    let bytes = 0;
    for (const [, start = '', end = ''] of ranges) bytes += Number.parseInt(end, 16) - Number.parseInt(start, 16);
    return Math.ceil(bytes / 1024);
  }, 0);
  return codeRangeKb;
}

/**
 * Limits a command and its children: their priority, and their private memory with RLIMIT_DATA, which needs no rights. An allocation
 * beyond it fails. They write no core file.
 */
const limitCommand = (
  { maxMemoryMb, niceness }: Pick<ProcessLimits, 'maxMemoryMb' | 'niceness'>,
  command: readonly string[],
): [string, ...string[]] => [
  '/bin/sh',
  '-c',
  'ulimit -c 0; ulimit -d "$0"; exec nice -n "$@"',
  String(maxMemoryMb * 1024 + getCodeRangeKb()),
  ...[String(niceness), ...command],
];

/** Finds the only child of a process. Undefined before it has one, and where the system does not tell. */
const findChild = (pid: number | undefined): number | undefined =>
  readProc(() => Number.parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10), 0) || undefined;

/** Splits bytes into messages: four bytes with the length, and JSON. A message beyond the limit is not stored. */
function createMessageReader(onMessage: (message: string) => void, onTooLong: () => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= 4) {
      if (chunks[0] && chunks[0].length < 4) chunks = [Buffer.concat(chunks)];
      const length = chunks[0]?.readUInt32BE() ?? 0;
      if (length > maxMessageBytes) return onTooLong();
      if (size < 4 + length) return;
      const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
      const rest = bytes.subarray(4 + length);
      chunks = rest.length > 0 ? [rest] : [];
      size = rest.length;
      onMessage(bytes.toString('utf8', 4, 4 + length));
    }
  };
}

function describeExit(code: number | null, signal: NodeJS.Signals | null, errorOutput: string): string {
  if (/out of memory|bad_alloc|allocation failed/i.test(errorOutput)) return 'it used more memory than it may have';
  const lines = errorOutput.trim().split('\n');
  // A native stack follows the message.
  const message = lines.find((line) => line.startsWith('FATAL ERROR')) ?? lines.at(-1);
  return `its process ended with ${signal ?? code}${message ? `: ${message}` : ''}`;
}

/** @returns 0 when the memory cannot be measured. */
const readMemoryMb = (pid: number | undefined): number =>
  readProc(() => {
    const residentPages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return (residentPages * pageBytes) / (1024 * 1024);
  }, 0);

/** Reads the fields of a `stat` file from the state on (proc_pid_stat(5)). The name of the program before it may contain spaces. */
function readStat(file: string): string[] {
  const stat = readFileSync(file, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Reads the processor time of all threads of a process since its start. 0 where the system does not tell. */
const readCpuMs = (pid: number | undefined): number =>
  readProc(() => {
    const [userTicks, systemTicks] = readStat(`/proc/${pid}/stat`).slice(11).map(Number) as [number, number];
    return (userTicks + systemTicks) * tickMs;
  }, 0);

/** Reports whether a process wants a processor. Its main thread sleeps while others collect its garbage or compile its code. */
const isRunnable = (pid: number | undefined): boolean =>
  readProc(() => {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.some((thread) => readStat(`/proc/${pid}/task/${thread}/stat`)[0] !== 'S');
  }, false);
