import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The commands that print counts. */
export type SuiteName = 'security' | 'faults';

/** What tests tried under one label, and how often it ended as it should. */
interface Counts {
  label: string;
  tried: number;
  survived: number;
}

const folder = path.resolve(import.meta.dirname, '../../.cache/suite-counts');
const getFile = (suite: SuiteName) => path.join(folder, `${suite}.jsonl`);

/**
 * Adds counts to those that the suite's command prints. A test also asserts them: the counts are for people.
 *
 * @param label What was tried, as a noun in the plural: "forged preview links".
 * @param tried Number of attempts, 1 or more.
 * @param survived Number of attempts that ended as they should. Default: all.
 * @throws When nothing was tried.
 */
export function recordCounts(suite: SuiteName, label: string, tried: number, survived = tried): void {
  if (tried < 1) throw new Error(`"${label}" tried nothing.`);
  mkdirSync(folder, { recursive: true });
  appendFileSync(getFile(suite), `${JSON.stringify({ label, tried, survived })}\n`);
}

/**
 * Records the counts of attempts.
 *
 * @param results Name of each attempt, and whether it ended as it should.
 * @returns Names of the attempts that did not.
 * @example
 * expect(recordResults('security', 'forged preview links', results)).toEqual([]);
 */
export function recordResults(
  suite: SuiteName,
  label: string,
  results: readonly (readonly [name: string, isFine: boolean])[],
): string[] {
  const failed = results.filter(([, isFine]) => !isFine);
  recordCounts(suite, label, results.length, results.length - failed.length);
  return failed.map(([name]) => name);
}

/** Forgets the counts of earlier runs of the suite. */
export function clearCounts(suite: SuiteName): void {
  rmSync(getFile(suite), { force: true });
}

/** @returns Lines of a table of what the suite tried since {@link clearCounts}, with the sum in the last line. */
export function formatCounts(suite: SuiteName): string[] {
  const text = existsSync(getFile(suite)) ? readFileSync(getFile(suite), 'utf8').trim() : '';
  const all: Counts = { label: 'all', tried: 0, survived: 0 };
  const byLabel = new Map<string, Counts>();
  for (const line of text.split('\n').filter(Boolean)) {
    const { label, tried, survived }: Counts = JSON.parse(line);
    const counts = byLabel.get(label) ?? { label, tried: 0, survived: 0 };
    byLabel.set(label, counts);
    for (const sum of [counts, all]) {
      sum.tried += tried;
      sum.survived += survived;
    }
  }
  const format = (value: number) => value.toLocaleString('en-US').padStart(7);
  return [...byLabel.values(), all].map(
    ({ label, tried, survived }) => `${label.padEnd(60)}${format(tried)} tried${format(survived)} survived`,
  );
}
