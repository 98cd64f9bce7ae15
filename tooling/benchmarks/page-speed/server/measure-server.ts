import { availableParallelism } from 'node:os';
import type { SectionResult } from '../report/benchmarks-document';
import { formatKilobytes, formatMs } from '../report/format-figures';
import { formatTable } from '../report/markdown-table';
import type { Target } from '../report/targets';
import type { MeasuredShop } from '../shops/open-shops';
import { waitUntilRendered } from '../shops/wait-until-rendered';
import { generateLoad, type LoadResult } from './generate-load';
import { measureMemory, type ProcessMemory } from './process-memory';

/** A way to serve pages. */
interface Serving {
  name: string;
  /** Settings of the gateway. */
  variables: NodeJS.ProcessEnv;
}

interface MeasuredServing extends Serving {
  /** Pages a second of one product, and of many products in turn. */
  one: LoadResult;
  many: LoadResult;
  memory: ProcessMemory[];
}

const workerCounts = [1, 2] as const;
const withoutCache = { PAGE_CACHE_MB: '0' };

const servings: readonly Serving[] = [
  ...workerCounts.map((count) => ({
    name: `rendered by ${count} worker${count > 1 ? 's' : ''}, not cached`,
    variables: { PAGE_RENDERERS: String(count), ...withoutCache },
  })),
  { name: 'rendered by 1 worker, cached', variables: { PAGE_RENDERERS: '1' } },
];

const warmUpSeconds = 4;
const measuredSeconds = 10;

interface ListedProduct {
  id: string;
  title: string;
}

async function listProducts(storeApi: string): Promise<ListedProduct[]> {
  const response = await fetch(`${storeApi}/products?page=1&limit=100`);
  return ((await response.json()) as { data: ListedProduct[] }).data;
}

const toPath = ({ id }: ListedProduct) => `/product/${encodeURIComponent(id)}`;

/** Measures the pages of products that gateways serve a second, by number of workers, with and without the page cache. */
export async function measureServer({ shop, variables, storeApi }: MeasuredShop): Promise<SectionResult> {
  const products = await listProducts(storeApi);
  const [product] = products;
  if (!product) throw new Error('The catalogue has no product.');
  const measured: MeasuredServing[] = [];
  for (const serving of servings) {
    const { origin, pid, stop } = await shop.startGateway({ ...variables, ...serving.variables });
    try {
      await waitUntilRendered(origin + toPath(product));
      const load = async (paths: readonly string[]) => {
        await generateLoad({ origin, paths, seconds: warmUpSeconds });
        return generateLoad({ origin, paths, seconds: measuredSeconds });
      };
      const one = await load([toPath(product)]);
      const many = await load(products.map(toPath));
      measured.push({ ...serving, one, many, memory: measureMemory(pid) });
      console.log(`  ${serving.name}: ${one.perSecond.toFixed(0)}, ${many.perSecond.toFixed(0)} pages a second`);
    } finally {
      await stop();
    }
  }
  return { parts: createParts(measured, products.length), targets: createTargets(measured) };
}

const formatRate = ({ perSecond, failures }: LoadResult) =>
  `${perSecond.toFixed(0)}${failures > 0 ? `, ${failures} failures` : ''}`;

const formatMegabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);

function createParts(measured: readonly MeasuredServing[], productCount: number) {
  const rateRows = measured.map(({ name, one, many }) => [
    name,
    formatRate(one),
    formatMs(one.latencyP99),
    formatRate(many),
    formatMs(many.latencyP99),
    formatKilobytes(many.bytesPerAnswer),
  ]);
  const memoryRows = measured.map(({ name, memory }) => {
    // The compiler of the sources is no part of a gateway in production.
    const counted = memory.filter(({ program }) => program !== 'esbuild');
    const [gateway, ...renderers] = counted;
    const total = counted.reduce((sum, { bytes }) => sum + bytes, 0);
    return [
      name,
      formatMegabytes(gateway?.bytes ?? 0),
      renderers.map(({ bytes }) => formatMegabytes(bytes)).join(' + ') || '-',
      formatMegabytes(total),
    ];
  });
  return [
    {
      title: 'Pages a second',
      text: `Product pages from one gateway to 10 connections, with brotli. Load generator and store API run on the same ${availableParallelism()} cores. Workers keep responses of the store API for 5 seconds. _Many_: ${productCount} products in turn. A gateway under more load than its workers can render sends some documents without content, which makes the average page smaller.\n\n${formatTable(['Gateway', 'One product', 'p99, ms', 'Many products', 'p99, ms', 'KB a page'], rateRows)}`,
    },
    {
      title: 'Memory',
      text: `Megabytes after the load: proportional set size of the gateway, of its renderer processes, and of all.\n\n${formatTable(['Gateway', 'Gateway, MB', 'Renderers, MB', 'Total, MB'], memoryRows)}`,
    },
  ];
}

function createTargets(measured: readonly MeasuredServing[]): Target[] {
  const isCached = ({ variables }: MeasuredServing) => variables.PAGE_CACHE_MB === undefined;
  const getRate = (serving: MeasuredServing | undefined) => serving?.one.perSecond ?? Number.NaN;
  const uncached = Math.max(...measured.filter((serving) => !isCached(serving)).map(getRate));
  return [
    { text: 'product pages a second, not cached', value: uncached, limit: 150, kind: 'min' },
    { text: 'product pages a second, cached', value: getRate(measured.find(isCached)), limit: 3000, kind: 'min' },
  ];
}
