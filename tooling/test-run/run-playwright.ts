import path from 'node:path';
import { chromiumVariables, hasChromium } from '../browsers/chromium';
import { findOtherBrowsers, type PlaywrightCommand } from '../browsers/other-browsers-command';
import { readReport, resultsFolder } from './results-folder';
import { findFailure, getBin } from './run-program';
import { noTests, type TestCounts } from './test-counts';

/** The part of Playwright's JSON report that the counts come from. */
interface PlaywrightSummary {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
}

/** @returns The counts, also when tests failed. A failure outside the tests counts as one failed test. */
async function runPlaywright(report: string, { command, args, env }: PlaywrightCommand): Promise<TestCounts> {
  const variables = { PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(resultsFolder, `${report}.json`), ...env };
  const failure = await findFailure(command, [...args, '--reporter', 'list,json'], variables);
  const { stats } = readReport<PlaywrightSummary>(report, failure);
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, failure ? 1 : 0),
    skipped: stats.skipped,
  };
}

/** Runs projects of `e2e/playwright.config.ts` in Chromium. Without a Chromium they count as one skipped test. */
export async function runInChromium(report: string, projects: readonly string[]): Promise<TestCounts> {
  if (!hasChromium()) {
    console.log('The tests are skipped: no Chromium is installed. Run "npm run setup", or set CHROMIUM_PATH.');
    return { ...noTests, skipped: 1 };
  }
  const selection = projects.flatMap((project) => ['--project', project]);
  const args = ['test', '--config', 'e2e/playwright.config.ts', ...selection];
  return runPlaywright(report, { command: getBin('playwright'), args, env: chromiumVariables() });
}

/** Runs journeys, whose report counts for the statements of the specification. */
export const runJourneys = (projects: readonly string[]): Promise<TestCounts> => runInChromium('e2e', projects);

/** Runs the purchase in Firefox and WebKit. A browser that is not installed counts as one skipped test. */
export async function runPurchaseInOtherBrowsers(): Promise<TestCounts> {
  const { missing, run } = findOtherBrowsers();
  for (const line of missing) console.log(line);
  const counts = run ? await runPlaywright('browsers', run) : noTests;
  return { ...counts, skipped: counts.skipped + missing.length };
}
