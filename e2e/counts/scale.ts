/**
 * Size of the suites in this process: `bounded` in `npm test`, `full` in `npm run test:security` and
 * `npm run test:faults`.
 */
const suiteScale = process.env.SUITE_SCALE === 'full' ? 'full' : 'bounded';

/**
 * Picks a value by the scale of this run.
 *
 * @example
 * const cases = byScale({ bounded: 1_000, full: 20_000 });
 */
export const byScale = <Value>(values: Readonly<Record<'bounded' | 'full', Value>>): Value => values[suiteScale];
