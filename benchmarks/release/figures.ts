export const milliseconds = (value: number) => `${value.toFixed(0)} ms`;

/** The value that a share of the values, 0 to below 1, lies below. */
export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length * share)] ?? 0;

export const median = (values: readonly number[]) => quantile(values, 0.5);

/** Prints one figure, and its goal when it has one. */
export function show(what: string, figure: string, goal = ''): void {
  console.log(`  ${what.padEnd(64)}${figure.padEnd(16)}${goal && `goal: ${goal}`}`);
}

/** Prints a figure that no machine is too slow for: missed, it fails the bench. */
export function prove(what: string, figure: string, goal: string, isMet: boolean): void {
  show(what, figure, isMet ? goal : `${goal}   MISSED`);
  if (!isMet) process.exitCode = 1;
}
