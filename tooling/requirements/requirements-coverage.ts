import type { Statement } from './statements';
import { parseTitle } from './tags';
import type { TestResult } from './test-results';

export type Coverage =
  /** At least one test carries the statement's id, and every test that carries it passed. */
  | { kind: 'covered'; statement: Statement }
  /** Only journeys carry the id, and the run left journeys out. */
  | { kind: 'not-run'; statement: Statement }
  | { kind: 'uncovered'; statement: Statement; reasons: string[] };

export interface CoverageOptions {
  /** True without a Chromium. */
  areJourneysSkipped?: boolean;
  /** The ids in the tags of journeys, from the sources of `e2e/`. */
  journeyIds?: ReadonlySet<string>;
}

const describeFailure = ({ file, name, status }: TestResult) =>
  `${file}: “${name}” ${status === 'failed' ? 'failed' : 'was skipped'}`;

function coverStatement(statement: Statement, tests: readonly TestResult[], options: CoverageOptions): Coverage {
  const isInJourneys = options.journeyIds?.has(statement.id);
  if (tests.length === 0 && isInJourneys && options.areJourneysSkipped) return { kind: 'not-run', statement };
  if (tests.length === 0 && isInJourneys) {
    return { kind: 'uncovered', statement, reasons: ['only journeys carry this id, and the last test run has none'] };
  }
  if (tests.length === 0) return { kind: 'uncovered', statement, reasons: ['no test carries this id'] };
  const reasons = tests.filter(({ status }) => status !== 'passed').map(describeFailure);
  return reasons.length === 0 ? { kind: 'covered', statement } : { kind: 'uncovered', statement, reasons };
}

/** Compares the statements with the results of the last test run. */
export function coverStatements(
  statements: readonly Statement[],
  results: readonly TestResult[],
  options: CoverageOptions = {},
): Coverage[] {
  const byId = new Map<string, TestResult[]>();
  for (const result of results) {
    for (const id of parseTitle(result.title).ids) byId.set(id, [...(byId.get(id) ?? []), result]);
  }
  return statements.map((statement) => coverStatement(statement, byId.get(statement.id) ?? [], options));
}

/**
 * Checks the tags in the titles of tests: unknown ids, ids out of order, and tags in the titles of groups.
 *
 * @returns One message for each fault.
 */
export function findTagFaults(statements: readonly Statement[], results: readonly TestResult[]): string[] {
  const known = new Set(statements.map(({ id }) => id));
  const faults = results.flatMap(({ file, name, title, groups }) => {
    const { ids } = parseTitle(title);
    const sorted = [...new Set(ids)].sort();
    return [
      ...ids.filter((id) => !known.has(id)).map((id) => `${file}: “${name}” carries the unknown id ${id}.`),
      ...(ids.join() === sorted.join() ? [] : [`${file}: “${name}” must carry each id once, in sorted order.`]),
      ...groups
        .filter((group) => parseTitle(group).ids.length > 0)
        .map((group) => `${file}: the group “${group}” carries a tag. Put the tag in the titles of its tests.`),
    ];
  });
  return [...new Set(faults)];
}
