import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

/** The folder of the JSON reports of the last `npm test`. `npm run spec` reads them. */
export const resultsFolder = path.join(root, '.cache/test-results');

/** Removes the reports of the last run. */
export function clearResults(): void {
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
}

/**
 * Reads a report.
 *
 * @param failure Failure of the program that should have written the report; thrown when there is no report.
 */
export function readReport<Report>(name: string, failure?: Error): Report {
  const file = path.join(resultsFolder, `${name}.json`);
  if (!existsSync(file)) throw failure ?? new Error(`There is no report ${name}.json.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}
