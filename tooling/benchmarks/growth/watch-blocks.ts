import { readFileSync } from 'node:fs';

/** Reads the processor time of the main thread in milliseconds. Linux only. */
const readThreadTime = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/**
 * Measures the processor time between two turns of the event loop. Other processes of the machine delay a turn, and do not count.
 *
 * @param schedule Schedules the next turn. A work of minutes takes `setTimeout`, which leaves the processor to others. Default: `setImmediate`.
 * @returns `stop` returns the longest time in milliseconds.
 */
export function watchBlocks(schedule: (turn: () => void) => void = setImmediate): { stop: () => number } {
  let longest = 0;
  let isOpen = true;
  let last = readThreadTime();
  const turn = () => {
    const now = readThreadTime();
    longest = Math.max(longest, now - last);
    last = now;
    if (isOpen) schedule(turn);
  };
  turn();
  return {
    stop: () => {
      isOpen = false;
      return longest;
    },
  };
}
