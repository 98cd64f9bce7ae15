/** Formats a duration. @param value Milliseconds. */
export const formatMilliseconds = (value: number) => `${value.toFixed(0)} ms`;

/** Returns the value below which a share of the values lies. @param share 0 to below 1. */
export const getQuantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

export const getMedian = (values: readonly number[]) => getQuantile(values, 0.5);

/** Prints a figure and its goal. @param goal Left out, the figure has none. */
export function printFigure(label: string, figure: string, goal = ''): void {
  console.log(`  ${label.padEnd(64)}${figure.padEnd(16)}${goal && `goal: ${goal}`}`);
}

/** Prints a figure whose goal does not depend on the machine's speed. The benchmark fails when the goal is missed. */
export function checkFigure(label: string, figure: string, goal: string, isMet: boolean): void {
  printFigure(label, figure, isMet ? goal : `${goal}   MISSED`);
  if (!isMet) process.exitCode = 1;
}
