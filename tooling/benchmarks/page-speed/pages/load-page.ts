import { findChromium } from '@shop/releases/smoke-test/find-chromium';
import lighthouse, { type Artifacts, type Config, type Flags } from 'lighthouse';
import { launch } from 'puppeteer-core';
import type { Variant } from '../shops/open-shops';
import type { PageLoad } from './page-load';
import { sumLibraryBytes } from './script-bytes/library-bytes';
import { measureScript } from './script-bytes/measure-script';
import { getBlockingTime } from './trace/blocking-time';
import { type DevToolsMessage, getRequestDepth, readRequests } from './trace/request-depth';
import { findMark, findNavigation, type TraceEvent } from './trace/trace-event';
import { contentMark, createContentObserver, hydratedMark, type VisitedPage } from './visited-pages';

/** Lighthouse's mobile settings. The browser applies the slow network and CPU while it loads, instead of a model after it. */
const flags: Flags = {
  output: 'json',
  logLevel: 'error',
  throttlingMethod: 'devtools',
  disableFullPageScreenshot: true,
};

const config: Config = {
  extends: 'lighthouse:default',
  settings: {
    onlyAudits: [
      'first-contentful-paint',
      'largest-contentful-paint',
      'total-blocking-time',
      'cumulative-layout-shift',
      'interactive',
      'network-requests',
    ],
  },
};

/** A row of Lighthouse's audit `network-requests`. */
interface NetworkRequest {
  url: string;
  resourceType?: string;
  /** Milliseconds since the navigation. */
  networkRequestTime: number;
  /** Bytes with headers. */
  transferSize: number;
}

/**
 * Loads a page once with Lighthouse, in a new browser.
 *
 * @throws when the page does not load, or Lighthouse finds no metrics.
 */
export async function loadPage({ origin, findBuiltFile }: Variant, page: VisitedPage): Promise<PageLoad> {
  const executablePath = findChromium();
  const browser = await launch({
    ...(executablePath ? { executablePath } : { channel: 'chrome' as const }),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const tab = await browser.newPage();
    await tab.evaluateOnNewDocument(createContentObserver(page));
    const result = await lighthouse(origin + page.path, flags, config, tab);
    if (!result || result.lhr.runtimeError) {
      throw new Error(`${origin}${page.path} was not measured: ${result?.lhr.runtimeError?.message}`);
    }
    const { lhr, artifacts } = result;
    const getMetric = (id: string): number => {
      const { numericValue, errorMessage } = lhr.audits[id] ?? {};
      if (numericValue === undefined) throw new Error(`${origin}${page.path} has no ${id}: ${errorMessage}`);
      return numericValue;
    };
    const { details } = lhr.audits['network-requests'] ?? {};
    const requests = (details && 'items' in details ? details.items : []) as unknown as NetworkRequest[];
    return await describeLoad(artifacts, requests, getMetric, findBuiltFile);
  } finally {
    await browser.close();
  }
}

async function describeLoad(
  { Trace, DevtoolsLog }: Artifacts,
  requests: readonly NetworkRequest[],
  getMetric: (id: string) => number,
  findBuiltFile: Variant['findBuiltFile'],
): Promise<PageLoad> {
  const events = Trace.traceEvents as unknown as readonly TraceEvent[];
  const navigation = findNavigation(events);
  const firstContentfulPaint = getMetric('first-contentful-paint');
  const largestContentfulPaint = getMetric('largest-contentful-paint');
  const hydrated = findMark(events, navigation, hydratedMark);
  const shown = findMark(events, navigation, contentMark);
  const interval = { firstContentfulPaint, timeToInteractive: getMetric('interactive') };
  const chain = readRequests(DevtoolsLog as unknown as readonly DevToolsMessage[], navigation.startUs);
  const firstLoad = requests.filter(({ networkRequestTime }) => networkRequestTime <= (hydrated ?? Infinity));
  const isScript = ({ resourceType }: NetworkRequest) => resourceType === 'Script';
  const sumBytes = (counted: readonly NetworkRequest[]) => counted.reduce((sum, row) => sum + row.transferSize, 0);
  const scripts = firstLoad.filter(isScript).map(async ({ url, transferSize }) => {
    const file = findBuiltFile(url);
    return { bytes: transferSize, shares: file ? await measureScript(file) : new Map() };
  });
  return {
    firstContentfulPaint,
    largestContentfulPaint,
    blockingByWall: getMetric('total-blocking-time'),
    blockingByCpu: getBlockingTime(events, navigation, interval).cpu,
    layoutShift: getMetric('cumulative-layout-shift'),
    hydrated,
    usable: hydrated !== null && shown !== null ? Math.max(hydrated, shown) : null,
    requests: firstLoad.length,
    depthToPaint: getRequestDepth(chain, largestContentfulPaint),
    depthToHydrated: getRequestDepth(chain, hydrated ?? Infinity),
    documentBytes: requests.find(({ resourceType }) => resourceType === 'Document')?.transferSize ?? 0,
    scriptBytes: sumBytes(firstLoad.filter(isScript)),
    allScriptBytes: sumBytes(requests.filter(isScript)),
    libraryBytes: sumLibraryBytes(await Promise.all(scripts)),
  };
}
