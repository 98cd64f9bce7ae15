import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { type ProofOptions, prove } from './proof';
import { reportLines } from './report';
import { findFaults, type Statement } from './statements';
import {
  type JestReport,
  type PlaywrightReport,
  readJestResults,
  readPlaywrightResults,
  type TestResult,
} from './test-results';

const statementsFile = path.join(root, 'docs/specification.json');
const resultsFolder = path.join(root, '.cache/test-results');
/** What `npm test` leaves behind: Jest's reports, and that of Playwright. */
const jestFiles = ['unit.json', 'builds.json'].map((name) => path.join(resultsFolder, name));
const journeysFile = path.join(resultsFolder, 'e2e.json');

const readJson = <Content>(file: string): Content => JSON.parse(readFileSync(file, 'utf8')) as Content;
const readStatements = () => readJson<Statement[]>(statementsFile);

function readResults(): TestResult[] {
  const ofJest = jestFiles.filter((file) => existsSync(file));
  const ofJourneys = [journeysFile].filter((file) => existsSync(file));
  return [
    ...ofJest.flatMap((file) => readJestResults(readJson<JestReport>(file), root)),
    ...ofJourneys.flatMap((file) => readPlaywrightResults(readJson<PlaywrightReport>(file), root)),
  ];
}

/**
 * Why the results of the last `npm test` say nothing about the tests as they are, in one sentence; nothing when they do.
 * Results are out of date when a test file that a statement names is newer.
 */
export function findStaleness(): string | undefined {
  const written = [...jestFiles, journeysFile].filter((file) => existsSync(file)).map((file) => statSync(file).mtimeMs);
  if (written.length === 0) return 'There are no test results yet: run npm test first.';
  const since = Math.min(...written);
  const files = new Set(readStatements().flatMap(({ tests }) => tests.map(({ file }) => file)));
  const newer = [...files].find((file) => {
    const place = path.join(root, file);
    return existsSync(place) && statSync(place).mtimeMs > since;
  });
  return newer && `${newer} is newer than the last test results: run npm test again.`;
}

/**
 * Holds every statement of `docs/specification.json` against the results of the last `npm test`.
 *
 * @returns What to print, and whether every statement that could be looked at is proved.
 */
export function checkSpecification(options: ProofOptions = {}): { lines: string[]; isProved: boolean } {
  const statements = readStatements();
  const results = readResults();
  const faults = findFaults(statements);
  const proofs = statements.map((statement) => prove(statement, results, options));
  return {
    lines: [...faults, ...reportLines(proofs)],
    isProved: faults.length === 0 && proofs.every(({ kind }) => kind !== 'unproved'),
  };
}
