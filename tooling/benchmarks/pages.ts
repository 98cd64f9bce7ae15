import { findChromium } from '@shop/releases/smoke-test/find-chromium';
import lighthouse, { type Config, type Flags } from 'lighthouse';
import { launch } from 'puppeteer-core';
import {
  formatKilobytes,
  formatNumber,
  formatSummary,
  formatTable,
  getMedian,
  type SectionResult,
  type Target,
} from './report';
import { type BenchmarkShop, signInDemoAccount } from './shop';
import { findCataloguePaths, openVariants, type Variant } from './variants';

/** Metrics of one load of a page in a browser without cache. Times in milliseconds since the navigation. */
interface PageLoad {
  firstContentfulPaint: number;
  largestContentfulPaint: number;
  blockingTime: number;
  layoutShift: number;
  /** When the first screen reacts to input. */
  hydrated: number;
  /** Requests until the page is hydrated, with the document. */
  requests: number;
  /** Transferred bytes of the document, and of the scripts that the page requests until it is hydrated. */
  documentBytes: number;
  scriptBytes: number;
}

/** The loads of a page in each variant. */
interface MeasuredPage {
  name: string;
  path: string;
  loads: Record<Variant['name'], PageLoad[]>;
}

/** Lighthouse's mobile settings. The browser applies the slow network and CPU while it loads, instead of a model after it. */
const flags: Flags = {
  output: 'json',
  logLevel: 'error',
  throttlingMethod: 'devtools',
  disableFullPageScreenshot: true,
};
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const;
const config: Config = {
  extends: 'lighthouse:default',
  settings: { onlyAudits: [...metrics, 'network-requests', 'user-timings'] },
};

/** A load can fail because Lighthouse finds no paint in a busy browser. */
const attempts = 3;

/** Pages whose content is rendered on the server and that have targets. */
const renderedPages = ['home', 'list', 'product'];

/** Loads every page in both variants. They take turns, so that a change of the machine's speed affects both. */
export async function measurePages(shop: BenchmarkShop, isShort: boolean): Promise<SectionResult> {
  const variants = await openVariants(shop);
  const { list, product } = await findCataloguePaths(shop.storeApi);
  const cart = await createCart(`${shop.storeApi}${product.replace('/product/', '/products/')}`);
  const token = await signInDemoAccount(shop.storeApi);
  const stored: Record<string, Storage> = { '/cart': { cart }, '/checkout': { cart, auth_token: token } };
  const paths = { home: '/', list, product, cart: '/cart', checkout: '/checkout', policy: '/shipping' };
  const pages = Object.entries(paths).map(
    ([name, path]): MeasuredPage => ({ name, path, loads: { federated: [], 'single build': [] } }),
  );
  const runs = isShort ? 1 : 5;
  for (let run = 0; run < runs; run++) {
    for (const { name, path, loads } of isShort ? pages.slice(0, 1) : pages) {
      // The first variant of a run has a colder machine, so each is first in turn.
      for (const variant of run % 2 ? variants.toReversed() : variants) {
        const load = await loadRepeatedly(variant.origin + path, stored[path] ?? {});
        loads[variant.name].push(load);
        console.log(`  ${run + 1}/${runs} ${name}, ${variant.name}: LCP ${Math.round(load.largestContentfulPaint)} ms`);
      }
    }
  }
  const measured = pages.filter(({ loads }) => loads.federated.length > 0);
  return { targets: createTargets(measured), parts: [formatPages(measured, runs)] };
}

/** Texts in the browser's local storage, by key. */
type Storage = Readonly<Record<string, string>>;

/** Creates the text of a stored cart with one product. */
async function createCart(productAddress: string): Promise<string> {
  const response = await fetch(productAddress);
  const { id, title, imgUrl, regularPrice, discountedPrice, attributes } = (await response.json()) as Product;
  const choose = (key: string) => attributes.find((attribute) => attribute.key === key)?.value[0];
  // Another price than the current one, or another choice than those sold, would show a notice.
  const choice = { selectedSize: choose('size'), selectedColor: choose('color') };
  const line = { id, name: title, image: imgUrl, price: discountedPrice ?? regularPrice, quantity: 1, ...choice };
  return JSON.stringify([line]);
}

/** What a cart needs of a product of the store API. Prices in rupees. */
interface Product {
  id: string;
  title: string;
  imgUrl: string;
  regularPrice: number;
  discountedPrice?: number | null;
  attributes: { key: string; value: string[] }[];
}

async function loadRepeatedly(address: string, storage: Storage): Promise<PageLoad> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await loadPage(address, storage);
    } catch (error) {
      if (attempt === attempts) throw error;
      console.error(`  repeated: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** A row of Lighthouse's audits `network-requests` and `user-timings`. */
interface AuditRow {
  resourceType?: string;
  /** Milliseconds since the navigation. */
  networkRequestTime: number;
  /** Bytes with headers. */
  transferSize: number;
  name: string;
  startTime: number;
}

/** Loads a page once with Lighthouse, in a new browser with this local storage. @throws when the page does not load, or a metric is missing. */
async function loadPage(address: string, storage: Storage): Promise<PageLoad> {
  const executablePath = findChromium();
  const browser = await launch({
    ...(executablePath ? { executablePath } : { channel: 'chrome' as const }),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const page = await browser.newPage();
    await page.evaluateOnNewDocument((texts) => {
      for (const [key, text] of Object.entries(texts)) window.localStorage.setItem(key, text);
    }, storage);
    const result = await lighthouse(address, flags, config, page);
    if (!result || result.lhr.runtimeError) {
      throw new Error(`${address} was not measured: ${result?.lhr.runtimeError?.message}`);
    }
    const { audits } = result.lhr;
    const getMetric = (id: (typeof metrics)[number]): number => {
      const { numericValue, errorMessage } = audits[id] ?? {};
      if (numericValue === undefined) throw new Error(`${address} has no ${id}: ${errorMessage}`);
      return numericValue;
    };
    const listRows = (id: string): AuditRow[] => {
      const { details } = audits[id] ?? {};
      return (details && 'items' in details ? details.items : []) as unknown as AuditRow[];
    };
    // The shell sets the mark when the first screen reacts to input.
    const hydrated = listRows('user-timings').find(({ name }) => name === 'shop-hydrated')?.startTime;
    if (hydrated === undefined) throw new Error(`${address} was not hydrated`);
    const requests = listRows('network-requests').filter(({ networkRequestTime }) => networkRequestTime <= hydrated);
    const sumBytes = (type: string) =>
      requests
        .filter(({ resourceType }) => resourceType === type)
        .reduce((sum, { transferSize }) => sum + transferSize, 0);
    return {
      firstContentfulPaint: getMetric('first-contentful-paint'),
      largestContentfulPaint: getMetric('largest-contentful-paint'),
      blockingTime: getMetric('total-blocking-time'),
      layoutShift: getMetric('cumulative-layout-shift'),
      hydrated,
      requests: requests.length,
      documentBytes: sumBytes('Document'),
      scriptBytes: sumBytes('Script'),
    };
  } finally {
    await browser.close();
  }
}

/** Compares the federated shop with its limits and with the single build. The worst of the rendered pages counts. */
function createTargets(pages: readonly MeasuredPage[]): Target[] {
  const rendered = pages.filter(({ name }) => renderedPages.includes(name));
  const getMax = (select: (median: (variant: Variant['name'], metric: keyof PageLoad) => number) => number) =>
    Math.max(
      ...rendered.map(({ loads }) =>
        select((variant, metric) => getMedian(loads[variant].map((load) => load[metric]))),
      ),
    );
  const getRatio = (metric: keyof PageLoad) =>
    getMax((median) => median('federated', metric) / median('single build', metric));
  const getFederated = (metric: keyof PageLoad) => getMax((median) => median('federated', metric));
  return [
    { text: 'LCP by that of the single build', value: getRatio('largestContentfulPaint'), limit: 1 },
    { text: 'blocking time, ms', value: getFederated('blockingTime'), limit: 20 },
    { text: 'CLS', value: getFederated('layoutShift'), limit: 0.01 },
    { text: 'JavaScript, KB', value: getFederated('scriptBytes') / 1024, limit: 120 },
    { text: 'JavaScript by that of the single build', value: getRatio('scriptBytes'), limit: 1.1 },
  ];
}

function formatPages(pages: readonly MeasuredPage[], runs: number): string {
  const rows = pages.flatMap(({ name, loads }) =>
    Object.entries(loads).map(([variant, measured]) => {
      const list = (metric: keyof PageLoad) => measured.map((load) => Math.round(load[metric]));
      const median = (metric: keyof PageLoad) => getMedian(list(metric));
      return [
        `${name}, ${variant}`,
        formatNumber(median('firstContentfulPaint')),
        formatSummary(list('largestContentfulPaint')),
        ...(['blockingTime', 'hydrated'] as const).map((metric) => formatNumber(median(metric))),
        ...(['documentBytes', 'scriptBytes'] as const).map((metric) => formatKilobytes(median(metric))),
        formatNumber(median('requests')),
      ];
    }),
  );
  const header = ['Page', 'FCP', 'LCP', 'Blocking', 'Hydrated', 'Document, KB', 'JavaScript, KB', 'Requests'];
  const text = `The targets count the worst of ${renderedPages.join(', ')}. Milliseconds since the navigation, on a slow phone over Slow 4G: median (range) of ${runs} loads. _Hydrated_: the screen reacts to input. Bytes with headers, and requests, until then. Cart and checkout have one product.`;
  return `${text}\n\n${formatTable(header, rows)}`;
}
