import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';

/** Describes the machine: cores, processor, memory and Node. */
export function describeMachine(): string {
  const memory = `${(totalmem() / 1024 ** 3).toFixed(0)} GB`;
  const [{ model = 'unknown processor' } = {}] = cpus();
  return `${availableParallelism()} cores (${model.trim()}), ${memory}, Node ${process.versions.node}${describeLoad()}`;
}

/** Warns in the document when other programs used the machine at the start. Linux only. */
function describeLoad(): string {
  try {
    const [load = '0'] = readFileSync('/proc/loadavg', 'utf8').split(' ');
    return Number(load) > 1 ? `, **load ${load} before the start**` : '';
  } catch {
    return '';
  }
}
