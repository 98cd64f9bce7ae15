import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { formatReport } from './report';
import { listTestFiles, readText, root } from './repository';
import { coverStatements, findTagFaults } from './requirements-coverage';
import { findStatementFaults, readStatements } from './statements';
import { findTaggedIds } from './tags';
import {
  type JestReport,
  type PlaywrightReport,
  readJestResults,
  readPlaywrightResults,
  type TestResult,
} from './test-results';

const resultsFolder = path.join(root, '.cache/test-results');
/** The reports that `npm test` writes. */
const jestFiles = ['unit.json', 'builds.json'].map((name) => path.join(resultsFolder, name));
const journeysFile = path.join(resultsFolder, 'e2e.json');

const readJson = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8')) as Content;

function readResults(): TestResult[] {
  return [
    ...jestFiles.filter(existsSync).flatMap((file) => readJestResults(readJson<JestReport>(file), root)),
    ...[journeysFile]
      .filter(existsSync)
      .flatMap((file) => readPlaywrightResults(readJson<PlaywrightReport>(file), root)),
  ];
}

/**
 * Finds out whether the results of the last `npm test` are out of date: a test file that carries a tag is newer.
 *
 * @returns What is wrong and what to do, or nothing when the results are current.
 */
export function findStaleness(): string | undefined {
  const written = [...jestFiles, journeysFile].filter(existsSync).map((file) => statSync(file).mtimeMs);
  if (written.length === 0) return 'There are no test results. Run npm test first.';
  const oldest = Math.min(...written);
  const newer = listTestFiles().find(
    (file) => statSync(path.join(root, file)).mtimeMs > oldest && findTaggedIds(readText(file)).size > 0,
  );
  return newer && `${newer} is newer than the last test results. Run npm test again.`;
}

/**
 * Compares every statement of `statements.json` with the results of the last `npm test`.
 *
 * @returns The lines to print, and whether the check passes: no faults and no uncovered statement.
 */
export function checkRequirements({ areJourneysSkipped = false } = {}): { lines: string[]; isCovered: boolean } {
  const statements = readStatements();
  const results = readResults();
  const journeys = listTestFiles().filter((file) => file.startsWith('e2e/'));
  const journeyIds = new Set(journeys.flatMap((file) => [...findTaggedIds(readText(file))]));
  const faults = [...findStatementFaults(statements), ...findTagFaults(statements, results)];
  const coverages = coverStatements(statements, results, { areJourneysSkipped, journeyIds });
  return {
    lines: [...faults, ...formatReport(coverages)],
    isCovered: faults.length === 0 && coverages.every(({ kind }) => kind !== 'uncovered'),
  };
}
