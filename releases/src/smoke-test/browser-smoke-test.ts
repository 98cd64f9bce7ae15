import type { Composition } from '@shop/remote-contract/composition';
import { type Browser, type BrowserContext, chromium, errors, type Page } from 'playwright-core';
import type { Problem } from '../gates/gate';
import type { ReleaseStore } from '../store/release-store';
import { formatDuplicates, installCounters, readCounts } from './duplicate-modules';
import { getFirstLine } from './error-message';
import { createSamplePathname } from './sample-pathname';
import { type StartedComposition, smokeTestSettings } from './server-smoke-test';
import { getStubResponse } from './store-api-stub';

/** Milliseconds until a page must show its screen. Far more than a page needs on a busy machine. */
const pageTimeoutMs = 60_000;
/** Pages that are open at the same time: the number of cores of a small machine. */
const concurrentPages = 2;

/** A server of one composition, on a port of the loopback interface. */
export interface CompositionServer {
  /** For example `http://127.0.0.1:41234`. */
  origin: string;
  close: () => Promise<void>;
}

/** Starts a server for one composition. The command line passes a gateway: this package does not depend on it. */
export type ServeComposition = (store: ReleaseStore, composition: StartedComposition) => Promise<CompositionServer>;

/** A page to open, and the app that owns it. */
interface SmokeTestPage {
  app: string;
  pathname: string;
}

/**
 * Opens a composition in Chromium: one page of each remote and one of the shell. A stub of the store API answers, with a
 * signed-in shopper. The browser reaches no other server.
 *
 * @param serve  Starts the server of the composition.
 * @param executablePath  Path of a Chromium. Absent: Playwright's download.
 * @returns The problems by app.
 * @throws When the browser does not start.
 */
export async function runBrowserSmokeTest(
  store: ReleaseStore,
  live: StartedComposition,
  serve: ServeComposition,
  executablePath?: string,
): Promise<Problem[]> {
  const server = await serve(store, live);
  const browser = await launch(executablePath);
  try {
    const context = await openContext(browser, server.origin);
    const queue = choosePages(live.composition);
    const problems: Problem[] = [];
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        problems.push(...(await openPage(context, next, live.composition)));
      }
    };
    await Promise.all(Array.from({ length: concurrentPages }, work));
    return problems;
  } finally {
    await browser.close();
    await server.close();
  }
}

function launch(executablePath: string | undefined): Promise<Browser> {
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
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

async function openContext(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  context.setDefaultTimeout(pageTimeoutMs);
  await context.addInitScript(installCounters);
  await context.addInitScript(() => window.localStorage.setItem('auth_token', 'smoke-test'));
  await context.route(`${smokeTestSettings.publicApiBase}/**`, (route) => {
    const json = getStubResponse(new URL(route.request().url()).pathname);
    return json ? route.fulfill({ json }) : route.fulfill({ status: 404, json: { error: 'No such call.' } });
  });
  return context;
}

/** Chooses the first public page of each remote, and the sign-in page of the shell. */
function choosePages({ remotes }: Composition): SmokeTestPage[] {
  const remotePages = remotes.flatMap(({ name, paths }): SmokeTestPage[] => {
    const pages = paths.filter(({ status }) => status === undefined);
    const path = pages.find(({ access }) => access === 'open') ?? pages[0];
    return path ? [{ app: name, pathname: createSamplePathname(path) }] : [];
  });
  return [...remotePages, { app: 'shell', pathname: '/login' }];
}

/** Opens a page and collects its problems until it has loaded. */
async function openPage(context: BrowserContext, target: SmokeTestPage, composition: Composition): Promise<Problem[]> {
  const page = await context.newPage();
  const { problems, first } = collectProblems(page, target, composition);
  const heading = page.getByRole('heading', { level: 1 }).first();
  try {
    await page.goto(target.pathname);
    // The first problem decides, so the page does not have to show its heading as well.
    await Promise.race([heading.waitFor(), first]);
    await page.waitForLoadState('networkidle');
    const duplicates = formatDuplicates(await page.evaluate(readCounts));
    return [
      ...problems,
      ...duplicates.map((duplicate) => ({
        app: target.app,
        problem: `${target.pathname} contains a module twice: ${duplicate}`,
        remedy: 'take it from the shell: see CONTRIBUTING.md "Share something"',
      })),
    ];
  } catch (error) {
    const isTimeout = error instanceof errors.TimeoutError;
    const reason = isTimeout ? `it has no heading after ${pageTimeoutMs / 1000} s` : getFirstLine(error);
    const problem = `${target.pathname} does not show its screen: ${reason}`;
    return [...problems, { app: target.app, problem, remedy }];
  } finally {
    await page.close();
  }
}

const remedy = 'open a preview of it, and look at the console';

/** The federation runtime writes this when versions in the share scope are incompatible. */
const shareScopeWarning = /^\[\s*Federation Runtime\s*\]/;

/**
 * Collects the errors of a page, by the app whose file caused them.
 *
 * @returns The list, which grows, and a promise that resolves at the first problem.
 */
function collectProblems(page: Page, { app, pathname }: SmokeTestPage, { shell, remotes }: Composition) {
  const problems: Problem[] = [];
  let resolveFirst: () => void;
  const first = new Promise<void>((resolve) => (resolveFirst = resolve));
  /** Finds the app whose file comes first in a stack trace. The shell, which loads everything, comes last. */
  const findOwner = (text: string) => {
    const named = [shell, ...remotes].filter(({ base }) => text.includes(base));
    const [owner] = named.sort((a, b) => text.indexOf(a.base) - text.indexOf(b.base));
    return owner?.name ?? app;
  };
  const addProblem = (source: string, problem: string) => {
    problems.push({ app: findOwner(source), problem: `${pathname} ${problem}`, remedy });
    resolveFirst();
  };
  page.on('pageerror', (error) => addProblem(error.stack ?? '', `throws: ${getFirstLine(error)}`));
  page.on('console', (message) => {
    const { url } = message.location();
    // The stub answers only calls of the contract. A 404 of another call is no problem.
    if (url.startsWith(smokeTestSettings.publicApiBase)) return;
    const text = message.text();
    const isError = message.type() === 'error' || (message.type() === 'warning' && shareScopeWarning.test(text));
    if (isError) addProblem(`${text} ${url}`, `writes to the console: ${getFirstLine(text)}`);
  });
  return { problems, first };
}
