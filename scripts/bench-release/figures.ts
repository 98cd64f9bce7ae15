export const milliseconds = (value: number) => `${value.toFixed(0)} ms`;

export const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Prints one figure, and its goal when it has one. */
export function show(what: string, figure: string, goal = ''): void {
  console.log(`  ${what.padEnd(64)}${figure.padEnd(16)}${goal && `goal: ${goal}`}`);
}
