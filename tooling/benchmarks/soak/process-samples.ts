import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { measureMemory } from '../page-speed/server/process-memory';

/** What a process used at one moment. Linux only. */
export interface Sample {
  /** Seconds since the start of the soak. */
  second: number;
  /** `gateway`, `store API`, or `renderers` for the processes that the gateway started. */
  server: string;
  pid: number;
  program: string;
  /** Proportional set size in bytes. */
  rss: number;
  /** Open file descriptors, with sockets. */
  files: number;
  sockets: number;
}

function countFiles(pid: number): { files: number; sockets: number } {
  try {
    const folder = `/proc/${pid}/fd`;
    const names = readdirSync(folder);
    const isSocket = (name: string) => {
      try {
        return readlinkSync(`${folder}/${name}`).startsWith('socket:');
      } catch {
        return false;
      }
    };
    return { files: names.length, sockets: names.filter(isSocket).length };
  } catch {
    return { files: 0, sockets: 0 };
  }
}

const isAlive = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/status`).length > 0;
  } catch {
    return false;
  }
};

/** Samples a server and the processes that it started. The compiler of the sources is no part of a server in production. */
export function sampleProcesses(second: number, server: string, pid: number): Sample[] {
  if (!isAlive(pid)) return [];
  return measureMemory(pid)
    .filter(({ program }) => program !== 'esbuild')
    .map((measured) => ({
      second,
      server: measured.pid === pid ? server : 'renderers',
      pid: measured.pid,
      program: measured.program,
      rss: measured.bytes,
      ...countFiles(measured.pid),
    }));
}
