import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { resultsFolder } from '../test-run/results-folder';
import { listTestFiles, readStatements, readText, type Statement } from './statements';
import { findTaggedIds } from './tags';
import { readJestResults, readPlaywrightResults, type TestResult } from './test-results';

/** Whether the tests prove a statement. */
export interface Coverage {
  statement: Statement;
  /**
   * `covered`: at least one test carries the statement's id, and every test that carries it passed. `not-run`: only journeys
   * carry the id, and the run left journeys out.
   */
  kind: 'covered' | 'not-run' | 'uncovered';
  /** Why it is uncovered. */
  reasons: string[];
}

/**
 * Compares statements with the results of a test run.
 *
 * @param skippedIds Ids in the tags of journeys, when the run left journeys out.
 */
export function coverStatements(
  statements: readonly Statement[],
  results: readonly TestResult[],
  skippedIds: ReadonlySet<string> = new Set(),
): Coverage[] {
  return statements.map((statement) => {
    const tests = results.filter(({ ids }) => ids.includes(statement.id));
    if (tests.length === 0 && skippedIds.has(statement.id)) return { statement, kind: 'not-run', reasons: [] };
    const reasons = tests
      .filter(({ status }) => status !== 'passed')
      .map(({ file, name, status }) => `${file}: “${name}” ${status === 'failed' ? 'failed' : 'was skipped'}`);
    if (tests.length === 0) reasons.push('no test of the last run carries this id');
    return { statement, kind: reasons.length === 0 ? 'covered' : 'uncovered', reasons };
  });
}

/** Formats the covered statements of each section, then each uncovered statement with its reasons. One line an entry. */
export function formatReport(coverages: readonly Coverage[]): string[] {
  const sections = new Set(coverages.map(({ statement }) => statement.section));
  const counts = [...sections].map((section) => {
    const own = coverages.filter(({ statement }) => statement.section === section);
    return `  ${section.padEnd(30)}${formatCount(own)}`;
  });
  const uncovered = coverages.flatMap(({ statement: { id, says }, kind, reasons }) =>
    kind === 'uncovered' ? [`  ${id}  ${says}`, ...reasons.map((reason) => `      ${reason}.`)] : [],
  );
  return [
    'Requirement coverage: statements of the specification whose tests all passed.',
    ...counts,
    `  ${'Total'.padEnd(30)}${formatCount(coverages)}`,
    ...(uncovered.length > 0 ? ['', 'Uncovered:', ...uncovered] : []),
  ];
}

function formatCount(coverages: readonly Coverage[]): string {
  const covered = coverages.filter(({ kind }) => kind === 'covered').length;
  const notRun = coverages.filter(({ kind }) => kind === 'not-run').length;
  const counts = `${String(covered).padStart(3)} of ${String(coverages.length).padStart(3)}`;
  return notRun > 0 ? `${counts}, ${notRun} not run (journeys)` : counts;
}

/** Reads a report of the last `npm test`. @returns No result when it was not written. */
function readResults<Report>(name: string, read: (report: Report, root: string) => TestResult[]): TestResult[] {
  const file = path.join(resultsFolder, `${name}.json`);
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8')), root) : [];
}

/**
 * Compares every statement of docs/specification with the results of the last `npm test`.
 *
 * @returns The lines to print, and whether no statement is uncovered.
 */
export function checkRequirements({ areJourneysSkipped = false } = {}): { lines: string[]; isCovered: boolean } {
  const results = [...readResults('unit', readJestResults), ...readResults('e2e', readPlaywrightResults)];
  const journeys = areJourneysSkipped ? listTestFiles().filter((file) => file.startsWith('e2e/')) : [];
  const skippedIds = new Set(journeys.flatMap((file) => [...findTaggedIds(readText(file))]));
  const coverages = coverStatements(readStatements(), results, skippedIds);
  return { lines: formatReport(coverages), isCovered: coverages.every(({ kind }) => kind !== 'uncovered') };
}
