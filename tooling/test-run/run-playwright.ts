import path from 'node:path';
import { chromiumVariables, findFirefox, findWebKitDriver, hasChromium } from '../browsers/find-browsers';
import { readReport, resultsFolder } from './results-folder';
import { findFailure, getBin } from './run-program';
import { noTests, type TestCounts } from './run-steps';

/** The part of Playwright's JSON report that the counts come from. */
interface PlaywrightSummary {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number };
}

/**
 * Runs projects of a configuration in `e2e/`.
 *
 * @param launcher Program that starts Playwright, with its arguments.
 * @returns The counts, also when tests failed. A failure outside the tests counts as one failed test.
 */
async function runPlaywright(
  report: string,
  { config, projects, env }: { config: string; projects: readonly string[]; env: NodeJS.ProcessEnv },
  launcher: readonly string[] = [],
): Promise<TestCounts> {
  const selection = projects.flatMap((project) => ['--project', project]);
  const options = ['--config', `e2e/${config}`, ...selection, '--reporter', 'list,json,html'];
  const [command = '', ...args] = [...launcher, getBin('playwright'), 'test', ...options];
  const htmlFolder = path.join(resultsFolder, `${report}-html`);
  const variables = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(resultsFolder, `${report}.json`),
    PLAYWRIGHT_HTML_OUTPUT_DIR: htmlFolder,
    PLAYWRIGHT_HTML_OPEN: 'never',
    ...env,
  };
  const failure = await findFailure(command, args, variables);
  if (failure) console.log(`Traces and pictures of the failed tests: ${path.join(htmlFolder, 'index.html')}`);
  const { stats } = readReport<PlaywrightSummary>(report, failure);
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, failure ? 1 : 0),
    skipped: stats.skipped,
  };
}

/**
 * Runs projects of `e2e/playwright.config.ts` in Chromium. Without a Chromium they count as one skipped test. The report `e2e`
 * counts for the statements of the specification.
 */
export async function runInChromium(report: string, projects: readonly string[]): Promise<TestCounts> {
  if (hasChromium())
    return runPlaywright(report, { config: 'playwright.config.ts', projects, env: chromiumVariables() });
  console.log('The tests are skipped: no Chromium is installed. Run "npm run setup", or set CHROMIUM_PATH.');
  return { ...noTests, skipped: 1 };
}

/** Runs the purchase in Firefox and WebKit. A browser that is not installed counts as one skipped test. */
export async function runPurchaseInOtherBrowsers(): Promise<TestCounts> {
  const [firefox, webkitDriver] = [findFirefox(), findWebKitDriver()];
  if (!firefox) console.log('Firefox is skipped: run "npm run setup", or set FIREFOX_PATH to its executable.');
  if (!webkitDriver) console.log('WebKit is skipped: run "npm run setup" to install its WebDriver and Xvfb.');
  const projects = [...(firefox ? ['firefox'] : []), ...(webkitDriver ? ['webkit'] : [])];
  if (projects.length === 0) return { ...noTests, skipped: 2 };
  const env = { FIREFOX_PATH: firefox, WEBKIT_DRIVER_PATH: webkitDriver };
  const launcher = webkitDriver ? ['xvfb-run', '-a'] : [];
  const counts = await runPlaywright('browsers', { config: 'browsers.config.ts', projects, env }, launcher);
  return { ...counts, skipped: counts.skipped + 2 - projects.length };
}
