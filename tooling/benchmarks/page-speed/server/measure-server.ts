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
  /** Pages a second of one product, which the page cache has, and of lists that no client has requested before. */
  cached: LoadResult;
  rendered: LoadResult;
  memory: ProcessMemory[];
}

const servings: readonly Serving[] = [1, 2].map((count) => ({
  name: `${count} worker${count > 1 ? 's' : ''}`,
  variables: { PAGE_RENDERERS: String(count) },
}));

/** More addresses than a gateway renders in one measurement. */
const newAddresses = Array.from({ length: 50_000 }, (_, index) => `/products?page=${index + 1}`);

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
      await generateLoad({ origin, paths: [toPath(product)], seconds: warmUpSeconds });
      const cached = await generateLoad({ origin, paths: [toPath(product)], seconds: measuredSeconds });
      const rendered = await generateLoad({ origin, paths: newAddresses, seconds: measuredSeconds });
      measured.push({ ...serving, cached, rendered, memory: measureMemory(pid) });
      console.log(`  ${serving.name}: ${cached.perSecond.toFixed(0)}, ${rendered.perSecond.toFixed(0)} pages a second`);
    } finally {
      await stop();
    }
  }
  return { parts: createParts(measured), targets: createTargets(measured) };
}

const formatRate = ({ perSecond, failures }: LoadResult) =>
  `${perSecond.toFixed(0)}${failures > 0 ? `, ${failures} failures` : ''}`;

const formatMegabytes = (bytes: number) => (bytes / 1024 ** 2).toFixed(0);

function createParts(measured: readonly MeasuredServing[]) {
  const rateRows = measured.map(({ name, cached, rendered }) => [
    name,
    formatRate(cached),
    formatMs(cached.latencyP99),
    formatRate(rendered),
    formatMs(rendered.latencyP99),
    formatKilobytes(rendered.bytesPerAnswer),
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
      text: `Pages from one gateway to 10 connections, with brotli. Load generator and store API run on the same ${availableParallelism()} cores. Workers keep responses of the store API for 5 seconds. _Cached_: one product. _Rendered_: lists at addresses that no client has requested before. A gateway under more load than its workers can render sends some documents without content, which makes the average page smaller.\n\n${formatTable(['Gateway', 'Cached', 'p99, ms', 'Rendered', 'p99, ms', 'KB a page'], rateRows)}`,
    },
    {
      title: 'Memory',
      text: `Megabytes after the load: proportional set size of the gateway, of its renderer processes, and of all.\n\n${formatTable(['Gateway', 'Gateway, MB', 'Renderers, MB', 'Total, MB'], memoryRows)}`,
    },
  ];
}

function createTargets(measured: readonly MeasuredServing[]): Target[] {
  const rate = (kind: 'cached' | 'rendered') => Math.max(...measured.map((serving) => serving[kind].perSecond));
  return [
    { text: 'pages a second, not cached', value: rate('rendered'), limit: 150, kind: 'min' },
    { text: 'product pages a second, cached', value: rate('cached'), limit: 3000, kind: 'min' },
  ];
}
