import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The commands that print counts. */
export type SuiteName = 'security' | 'faults';

/** What a test tried and observed. A test also asserts it: the counts are for people. */
export interface Counts {
  /** What was tried, as a noun in the plural: "requests with a generated body". */
  label: string;
  /** Number of attempts, 1 or more. */
  tried: number;
  /** Number of attempts that ended as they should, 0 to `tried`. */
  survived: number;
  /** Other figures of the test, by name: `{ 'server errors': 0, hangs: 0 }`. */
  figures?: Readonly<Record<string, number>>;
}

const folder = path.resolve(import.meta.dirname, '../../.cache/suite-counts');
const getFile = (suite: SuiteName) => path.join(folder, `${suite}.jsonl`);

/**
 * Adds the counts of one test to the counts that the suite's command prints.
 *
 * @throws When nothing was tried, or more survived than was tried.
 * @example
 * recordCounts('security', { label: 'forged preview links', tried: 40, survived: rejected.length });
 */
export function recordCounts(suite: SuiteName, counts: Counts): void {
  if (counts.tried < 1) throw new Error(`"${counts.label}" tried nothing.`);
  if (counts.survived > counts.tried) throw new Error(`"${counts.label}" survived more than it tried.`);
  mkdirSync(folder, { recursive: true });
  appendFileSync(getFile(suite), `${JSON.stringify(counts)}\n`);
}

/** Forgets the counts of earlier runs of the suite. */
export function clearCounts(suite: SuiteName): void {
  rmSync(getFile(suite), { force: true });
}

/** @returns The counts that the suite's tests have recorded since {@link clearCounts}, one entry for each label. */
export function readCounts(suite: SuiteName): Counts[] {
  const file = getFile(suite);
  if (!existsSync(file)) return [];
  const byLabel = new Map<string, Counts>();
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const counts = JSON.parse(line) as Counts;
    const earlier = byLabel.get(counts.label);
    byLabel.set(counts.label, earlier ? addCounts(earlier, counts) : counts);
  }
  return [...byLabel.values()];
}

function addCounts(a: Counts, b: Counts): Counts {
  const figures: Record<string, number> = { ...a.figures };
  for (const [name, value] of Object.entries(b.figures ?? {})) figures[name] = (figures[name] ?? 0) + value;
  return { label: a.label, tried: a.tried + b.tried, survived: a.survived + b.survived, figures };
}

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
