import type { Composition } from '@shop/remote-contract/composition';
import { type Browser, type BrowserContext, chromium, errors, type Page } from 'playwright-core';
import type { Problem } from '../gates/gate';
import type { ReleaseStore } from '../store/release-store';
import { formatDuplicates, installCounters, readCounts } from './duplicate-modules';
import { getFirstLine } from './error-message';
import { createSamplePathname } from './sample-pathname';
import { type StartedComposition, smokeTestSettings } from './server-smoke-test';
import { getStubResponse } from './store-api-stub';

/** Milliseconds a page may take to show its screen: far more than it takes on a machine that is busy besides. */
const pageTimeout = 60_000;
/** Pages open side by side: as many as a small machine has cores. */
const pagesAtOnce = 2;

/** A server of one composition, on a port of the loopback interface. */
export interface CompositionServer {
  /** For example `http://127.0.0.1:41234`. */
  origin: string;
  close: () => Promise<void>;
}

/** Serves one composition as a gateway does. The command line injects the gateway: this package does not depend on it. */
export type ServeComposition = (store: ReleaseStore, composition: StartedComposition) => Promise<CompositionServer>;

/** A page to open, and the app whose it is. */
interface SmokeTestPage {
  app: string;
  address: string;
}

/**
 * Opens a composition in Chromium, through a gateway that serves nothing else: one page of each remote and one of the
 * shell. The store API is answered as its contract says, with a shopper signed in; no other server is reached.
 *
 * @param serve Starts the server that the browser reads the composition from.
 * @param executablePath A Chromium; left out, the one that Playwright has downloaded.
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
    const waiting = choosePages(live.composition);
    const problems: Problem[] = [];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        problems.push(...(await openPage(context, next, live.composition)));
      }
    };
    await Promise.all(Array.from({ length: pagesAtOnce }, work));
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
      // Containers run as root without user namespaces; and nothing here may look for the world outside.
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
  context.setDefaultTimeout(pageTimeout);
  await context.addInitScript(installCounters);
  await context.addInitScript(() => window.localStorage.setItem('auth_token', 'boot'));
  await context.route(`${smokeTestSettings.publicApiBase}/**`, (route) => {
    const body = getStubResponse(new URL(route.request().url()).pathname);
    return body ? route.fulfill({ json: body }) : route.fulfill({ status: 404, json: { error: 'No such call.' } });
  });
  return context;
}

/** For each remote the first page that anybody may see; the shell's own is the sign-in page. */
function choosePages({ remotes }: Composition): SmokeTestPage[] {
  const ofRemotes = remotes.flatMap(({ name, paths }): SmokeTestPage[] => {
    const found = paths.filter(({ status }) => status === undefined);
    const path = found.find(({ access }) => access === 'open') ?? found[0];
    return path ? [{ app: name, address: createSamplePathname(path) }] : [];
  });
  return [...ofRemotes, { app: 'shell', address: '/login' }];
}

/** Opens one page and listens to it until it has settled. */
async function openPage(context: BrowserContext, target: SmokeTestPage, composition: Composition): Promise<Problem[]> {
  const page = await context.newPage();
  const { problems, first } = listen(page, target, composition);
  const heading = page.getByRole('heading', { level: 1 }).first();
  try {
    await page.goto(target.address);
    // A page that something was heard of is refused already: nobody waits for what it may never show.
    await Promise.race([heading.waitFor(), first]);
    await page.waitForLoadState('networkidle');
    const copies = formatDuplicates(await page.evaluate(readCounts));
    return [
      ...problems,
      ...copies.map((copy) => ({
        app: target.app,
        problem: `${target.address} has one thing twice: ${copy}`,
        remedy: 'take it from the shell: see CONTRIBUTING.md "Share something"',
      })),
    ];
  } catch (error) {
    const isLate = error instanceof errors.TimeoutError;
    const reason = isLate ? `no heading is there after ${pageTimeout / 1000} s` : getFirstLine(error);
    const problem = `${target.address} does not show its screen: ${reason}`;
    return [...problems, { app: target.app, problem, remedy: lookRemedy }];
  } finally {
    await page.close();
  }
}

const lookRemedy = 'open a preview of it, and look into the console';

/** What the federation runtime writes when versions in the share scope do not fit. */
const shareScopeWarning = /^\[\s*Federation Runtime\s*\]/;

/**
 * Collects what goes wrong in a page, under the app whose file it comes from.
 *
 * @returns The problems, still growing, and a promise of the first one.
 */
function listen(page: Page, { app, address }: SmokeTestPage, { shell, remotes }: Composition) {
  const problems: Problem[] = [];
  let hear: () => void;
  const first = new Promise<void>((resolve) => (hear = resolve));
  /** The app whose file is named first: further down a stack stands the shell, which loads everything. */
  const ownerOf = (text: string) => {
    const named = [shell, ...remotes].filter(({ base }) => text.includes(base));
    const [first] = named.sort((one, other) => text.indexOf(one.base) - text.indexOf(other.base));
    return first?.name ?? app;
  };
  const note = (source: string, problem: string) => {
    problems.push({ app: ownerOf(source), problem: `${address} ${problem}`, remedy: lookRemedy });
    hear();
  };
  page.on('pageerror', (error) => note(error.stack ?? '', `throws: ${getFirstLine(error)}`));
  page.on('console', (message) => {
    const { url } = message.location();
    // A call that the contract does not have cannot be answered here.
    if (url.startsWith(smokeTestSettings.publicApiBase)) return;
    const text = message.text();
    const isWrong = message.type() === 'error' || (message.type() === 'warning' && shareScopeWarning.test(text));
    if (isWrong) note(`${text} ${url}`, `writes to the console: ${getFirstLine(text)}`);
  });
  return { problems, first };
}
