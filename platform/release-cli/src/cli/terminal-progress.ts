import type { Progress } from '@shop/releases/gates/progress';

/** The part of `process.stderr` that shows progress. */
export type ProgressStream = Pick<NodeJS.WriteStream, 'write'> &
  Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'hasColors'>>;

const barWidth = 20;

const formatSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Cursor to the first column, and the line cleared. @see https://en.wikipedia.org/wiki/ANSI_escape_code#CSI_sequences */
const clearLine = '\r\u001b[2K';

/**
 * Shows the steps of a command: a line for each that has ended, and on a terminal a last line with a bar and the steps that run.
 * Colours follow `NO_COLOR` and the terminal.
 *
 * @param now  Clock in milliseconds.
 */
export function createTerminalProgress(stream: ProgressStream, now: () => number = () => performance.now()): Progress {
  const isTerminal = stream.isTTY === true;
  const hasColors = isTerminal && stream.hasColors?.() === true;
  const running = new Set<{ name: string; since: number }>();
  let planned = 0;
  let ended = 0;
  let timer: NodeJS.Timeout | undefined;

  const formatRunning = (): string => {
    const filled = planned > 0 ? Math.min(barWidth, Math.floor((ended / planned) * barWidth)) : 0;
    const bar = planned > 0 ? `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${ended}/${planned} ` : '';
    const [first] = running;
    const names = [...running].map(({ name }) => name).join(', ');
    const text = `${bar}${names}${first ? ` (${formatSeconds(now() - first.since)})` : ''}`;
    return text.slice(0, Math.max(0, (stream.columns || 80) - 1));
  };
  const draw = () => {
    if (isTerminal) stream.write(clearLine + (running.size > 0 ? formatRunning() : ''));
  };
  const start = (name: string) => {
    const step = { name, since: now() };
    running.add(step);
    timer ??= isTerminal ? setInterval(draw, 200).unref() : undefined;
    draw();
    return (isGood: boolean) => {
      running.delete(step);
      ended += 1;
      const mark = isGood ? '✓' : '✗';
      const shown = hasColors ? `\u001b[${isGood ? 32 : 31}m${mark}\u001b[39m` : mark;
      const line = `${shown} ${name} (${formatSeconds(now() - step.since)})\n`;
      stream.write(isTerminal ? clearLine + line : line);
      if (running.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
      draw();
    };
  };

  return {
    plan: (count) => {
      planned += count;
    },
    run: async (name, step, isOk = () => true) => {
      const end = start(name);
      let isGood = false;
      try {
        const result = await step();
        isGood = isOk(result);
        return result;
      } finally {
        end(isGood);
      }
    },
  };
}
