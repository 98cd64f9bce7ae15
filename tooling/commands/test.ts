import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { findBrowser } from '../browsers/find-browser';
import { findOtherBrowsers } from '../browsers/other-browsers';
import { buildApps } from '../build/build-apps';
import { checkRequirements } from '../requirements/check-requirements';

/** `npm test` runs everything; `npm test -- --fast` leaves out the browser. */
const isFast = process.argv.includes('--fast');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
const resultsFolder = path.join(root, '.cache/test-results');

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${path.basename(command)} failed`))));
  });
}

const depcruise = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/** Runs tests in Jest. @returns How many passed and failed, also when some failed. */
async function runJest(projects: string[], name: string): Promise<Counts> {
  const file = path.join(resultsFolder, `${name}.json`);
  const options = ['--json', '--outputFile', file, '--silent', '--reporters', 'default'];
  const failure = await run(bin('jest'), ['--selectProjects', ...projects, ...options]).catch((error: Error) => error);
  const { numPassedTests, numFailedTests, numPendingTests, success } = JSON.parse(readFileSync(file, 'utf8'));
  if (failure && success) throw failure;
  // A test file that cannot be loaded counts as a failure, though it has no tests to count.
  return { passed: numPassedTests, failed: Math.max(numFailedTests, success ? 0 : 1), skipped: numPendingTests };
}

/** Runs tests in Playwright. @param name Of the report. @returns How many passed and failed, also when some failed. */
async function runPlaywright(name: string, command: string, args: string[], env: NodeJS.ProcessEnv): Promise<Counts> {
  const file = path.join(resultsFolder, `${name}.json`);
  const reporting = { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...env };
  const failure = await run(command, [...args, '--reporter', 'list,json'], reporting).catch((error: Error) => error);
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: stats.expected + stats.flaky,
    failed: Math.max(stats.unexpected, failure ? 1 : 0),
    skipped: stats.skipped,
  };
}

async function runJourneys(): Promise<Counts> {
  const executable = await findBrowser(console.log);
  const env = executable ? { CHROMIUM_PATH: executable } : {};
  return runPlaywright('e2e', bin('playwright'), ['test', '--config', 'e2e/playwright.config.ts'], env);
}

/** A browser that cannot be had here is a skipped test and a sentence that says so. */
async function runOtherBrowsers(): Promise<Counts> {
  const { missing, run: found } = findOtherBrowsers(console.log);
  for (const line of missing) console.log(line);
  const ran = found && (await runPlaywright('browsers', found.command, found.args, found.env));
  return { passed: ran?.passed ?? 0, failed: ran?.failed ?? 0, skipped: (ran?.skipped ?? 0) + missing.length };
}

const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
const count = (more: Counts) => {
  counts.passed += more.passed;
  counts.failed += more.failed;
  counts.skipped += more.skipped;
};

type Step = [name: string, work: () => Promise<unknown>];

const inBrowsers = (): Step[] => [
  ['Journeys in Chromium', async () => count(await runJourneys())],
  ['The purchase in Firefox and WebKit', async () => count(await runOtherBrowsers())],
];

const steps: Step[] = [
  ['Formatting and lint', () => run(bin('biome'), ['ci', '--error-on-warnings', '.'])],
  ['Promises that nobody awaits', () => run(bin('oxlint'), ['--type-aware', '--deny-warnings', '.'])],
  ['Package versions', () => run(bin('sherif'), [])],
  [
    'Architecture rules',
    () =>
      run(process.execPath, [
        '--import',
        './tooling/checks/depcruise-tsx.mjs',
        depcruise,
        '--config',
        '.dependency-cruiser.cjs',
        ...ruledFolders(),
      ]),
  ],
  ['Types', () => run(bin('tsc'), ['-b'])],
  ['Unused files, exports and dependencies', () => run(bin('knip'), [])],
  ['Unit and integration tests', async () => count(await runJest(['screens', 'node'], 'unit'))],
  ['Builds', () => buildApps(console.log)],
  ['Built files', async () => count(await runJest(['builds'], 'builds'))],
  ...(isFast ? [] : inBrowsers()),
  ['Requirement coverage', async () => assertRequirementsCovered()],
];

function assertRequirementsCovered(): void {
  const { lines, isCovered } = checkRequirements({ areJourneysSkipped: isFast });
  for (const line of lines) console.log(line);
  if (!isCovered) throw new Error('Tests do not cover every statement of the specification.');
}

function ruledFolders(): string[] {
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { workspaces: string[] };
  return workspaces.map((workspace) => workspace.replace(/\/\*$/, ''));
}

rmSync(resultsFolder, { recursive: true, force: true });
mkdirSync(resultsFolder, { recursive: true });
const broken: string[] = [];
for (const [name, work] of steps) {
  const started = performance.now();
  console.log(`\n▸ ${name}`);
  const failedBefore = counts.failed;
  const failure = await work().catch((error: unknown) => error);
  const isBroken = failure instanceof Error || counts.failed > failedBefore;
  if (failure instanceof Error) console.error(failure.message);
  if (isBroken) broken.push(name);
  console.log(`${isBroken ? '✗' : '✓'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}
if (broken.length > 0) console.error(`\nFailed: ${broken.join(', ')}.`);
console.log(`\ntests: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(broken.length > 0 ? 1 : 0);
