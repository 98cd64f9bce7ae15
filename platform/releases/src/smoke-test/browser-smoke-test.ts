import type { Composition } from '@shop/remote-contract/composition';
import { listAllConnectOrigins } from '@shop/remote-contract/connect';
import { type Browser, type BrowserContext, chromium, errors } from 'playwright-core';
import { getFirstLine, type Problem } from '../gates/gate';
import { type BlockedPage, compareBlocking, readBlocking, type ServedComposition } from './blocking-time';
import { collectProblems, remedy, type SmokeTestPage } from './collect-problems';
import { formatDuplicates, installCounters, readCounts } from './duplicate-modules';
import {
  findForeignEffects,
  loadModules,
  type PageEffects,
  type PageResult,
  readEffects,
  recordBuiltIns,
} from './page-effects';
import { runPurchaseSmokeTest } from './purchase-smoke-test';
import { createSamplePathname, describeMissingPart, smokeTestSettings } from './server-smoke-test';
import { getStubResponse } from './store-api-stub';
import { createPhotographer, type OnScreenshot } from './take-screenshot';

/** Milliseconds until a page must show its screen. Far more than a page needs on a busy machine. */
const pageTimeoutMs = 60_000;
/** Pages that are open at the same time: the number of cores of a small machine. */
const concurrentPages = 2;

/** A page without code of a remote. */
const shellPathname = '/login';

export interface BrowserSmokeTestOptions {
  executablePath?: string | undefined;
  signal?: AbortSignal;
  /** Receives a picture of each page that has no problem. Default: no pictures are taken. */
  onScreenshot?: OnScreenshot;
  /** Serves the live composition, whose blocking time is compared. Absent: there is none, or it is the tested one. */
  openLive?: (() => Promise<ServedComposition>) | undefined;
}

/**
 * Opens a composition in Chromium: one page of each remote and one of the shell, then one purchase. A stub of the store API answers, with a
 * signed-in shopper. The backends of remotes have nothing. The browser reaches no other server.
 *
 * @throws When the browser does not start.
 */
export async function runBrowserSmokeTest(
  composition: Composition,
  origin: string,
  { executablePath, signal, onScreenshot, openLive }: BrowserSmokeTestOptions = {},
): Promise<Problem[]> {
  const browser = await launch(executablePath);
  signal?.addEventListener('abort', () => void browser.close());
  try {
    const context = await openContext(browser, origin, listAllConnectOrigins(composition));
    const queue = choosePages(composition);
    const problems: Problem[] = [];
    const results: PageResult[] = [];
    const blocked: BlockedPage[] = [];
    const work = async () => {
      for (let page = queue.shift(); page; page = queue.shift()) {
        const opened = await openPage(context, page, composition, onScreenshot);
        problems.push(...opened.problems);
        if (opened.effects) results.push({ page, effects: opened.effects });
        if (opened.blockedMs !== undefined) blocked.push({ page, blockedMs: opened.blockedMs });
      }
    };
    await Promise.all(Array.from({ length: concurrentPages }, work));
    problems.push(...findForeignEffects(results, composition));
    if (problems.length === 0 && openLive)
      problems.push(...(await compareBlocking(context, origin, blocked, openLive)));
    // A page that does not open would fail the purchase for the same reason.
    if (problems.length > 0) return problems;
    return await runPurchaseSmokeTest(context, composition, onScreenshot);
  } finally {
    await browser.close();
  }
}

function launch(executablePath: string | undefined): Promise<Browser> {
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    env: selectVariables(process.env),
    // On a signal a server ends its running changes first, and so their smoke tests.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      // Containers run as root without user namespaces. The other flags keep the browser from reaching the internet.
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

/** Variables that Chromium and Playwright read. Tokens and keys in other variables stay hidden from the browser. */
const browserVariables = [
  ...['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'NODE_EXTRA_CA_CERTS'],
  ...['PLAYWRIGHT_BROWSERS_PATH', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR', 'FONTCONFIG_FILE', 'FONTCONFIG_PATH'],
];

const selectVariables = (variables: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(browserVariables.flatMap((name) => (variables[name] ? [[name, variables[name]]] : [])));

/** The response to a call that the stub does not have, and to every call of the backend of a remote. */
const notFound = { status: 404, json: { error: 'No such call.' }, headers: { 'access-control-allow-origin': '*' } };

async function openContext(browser: Browser, baseURL: string, backends: readonly string[]): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  context.setDefaultTimeout(pageTimeoutMs);
  await context.addInitScript(recordBuiltIns);
  await context.addInitScript(installCounters);
  await context.addInitScript(() => window.localStorage.setItem('auth_token', 'smoke-test'));
  await context.route(`${smokeTestSettings.publicApiBase}/**`, (route) => {
    const request = route.request();
    const json = getStubResponse(request.method(), new URL(request.url()).pathname);
    return json ? route.fulfill({ json }) : route.fulfill(notFound);
  });
  for (const backend of backends) await context.route(`${backend}/**`, (route) => route.fulfill(notFound));
  return context;
}

/**
 * Chooses the first public page of each remote, and the sign-in page of the shell. The modules of a remote without pages are
 * loaded in the page of the shell.
 */
function choosePages({ remotes }: Composition): SmokeTestPage[] {
  const remotePages = remotes.map(({ name, paths }): SmokeTestPage => {
    const pages = paths.filter(({ status }) => status === undefined);
    const path = pages.find(({ access }) => access === 'open') ?? pages[0];
    return { app: name, pathname: path ? createSamplePathname(path) : shellPathname };
  });
  return [...remotePages, { app: 'shell', pathname: shellPathname }];
}

/** Opens a page, loads all modules of its remote, and collects its problems until then. */
async function openPage(
  context: BrowserContext,
  target: SmokeTestPage,
  composition: Composition,
  onScreenshot?: OnScreenshot,
): Promise<{ problems: Problem[]; effects?: PageEffects; blockedMs?: number }> {
  const page = await context.newPage();
  const { problems, first } = collectProblems(page, target, composition);
  const hasScreen = target.app === 'shell' || target.pathname !== shellPathname;
  const takeScreenshot = onScreenshot && hasScreen && createPhotographer(page);
  let failure = 'does not show its screen';
  const heading = page.getByRole('heading', { level: 1 }).first();
  try {
    await page.goto(target.pathname);
    // The first problem decides, so the page does not have to show its heading as well.
    await Promise.race([heading.waitFor(), first]);
    await page.waitForLoadState('networkidle');
    const blockedMs = await page.evaluate(readBlocking);
    const remote = composition.remotes.find(({ name }) => name === target.app);
    failure = 'does not load every screen and slot of its remote';
    const missing = remote ? await page.evaluate(loadModules, remote) : [];
    const duplicates = formatDuplicates(await page.evaluate(readCounts));
    const releases = [composition.shell, ...composition.remotes];
    const effects = await page.evaluate(readEffects, {
      bases: releases.map(({ base }) => base),
      globals: composition.remotes.map(({ global }) => global),
    });
    const found = duplicates.map((duplicate) => ({
      app: target.app,
      problem: `${target.pathname} contains a module twice: ${duplicate}`,
      remedy: 'take it from the shell: see CONTRIBUTING.md "Share something"',
    }));
    const unfilled = missing.map((part) => describeMissingPart(target.app, part));
    const result = { problems: [...problems, ...unfilled, ...found], effects, blockedMs };
    // What happens at another width is for people to see, and no problem of the test.
    if (takeScreenshot) onScreenshot({ app: target.app, screen: target.pathname, bytes: await takeScreenshot() });
    return result;
  } catch (error) {
    const isTimeout = error instanceof errors.TimeoutError;
    const reason = isTimeout ? `it has no heading after ${pageTimeoutMs / 1000} s` : getFirstLine(error);
    const problem = `${target.pathname} ${failure}: ${reason}`;
    return { problems: [...problems, { app: target.app, problem, remedy }] };
  } finally {
    await page.close();
  }
}
