import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCompositionCode } from '@shop/gateway/rendering/composition-code';
import { liveLimits } from '@shop/gateway/rendering/renderer-limits';
import { createRendererPool, type RendererPool } from '@shop/gateway/rendering/renderer-pool';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { publish } from '@shop/releases/release/publish';
import { resolveComposition } from '@shop/releases/state/resolve-composition';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { createTestEnvironment } from '@shop/releases/testing/test-environment';
import { promoteFake } from '@shop/releases/testing/test-shop';
import { aProduct, aProductList, aProductSearch, aStoreInfo } from '@shop/testing/builders';

/** The process may collect its garbage, so that a measurement counts what the process still holds. */
jest.mock('../../platform/gateway/src/rendering/isolate-process', () => ({
  ...jest.requireActual('../../platform/gateway/src/rendering/isolate-process'),
  findIsolation: () => ({
    level: 'none',
    createCommand: (folder: string, createArgs: (folder: string) => string[]) => [
      process.execPath,
      '--expose-gc',
      ...createArgs(folder),
    ],
  }),
}));

/** A remote with a part that cannot be loaded: the error is the size of the heap after a collection, in bytes. */
const probe = `exports.slots = { heap: async () => { gc(); gc(); throw new Error(process.memoryUsage().heapUsed); } };`;
const products = Array.from({ length: 12 }, (_, index) => aProduct({ id: `p${index}` }));

/** Addresses of different documents: searches without a result and with a price and a page, lists, products. */
const kinds: readonly ((index: number) => [pathname: string, search: string])[] = [
  (index) => ['/search', `?q=copper${index}`],
  (index) => ['/search', `?minPrice=${index}&page=1&q=copper`],
  (index) => ['/products', `?category=Cookware&page=${index + 1}`],
  (index) => [`/product/p${index}`, ''],
];
/** Megabytes of code that a process compiles after its first pages. A page has 25 to 70 KB. */
const compiledCodeMb = 4;

/** Answers a call of the store API, or the search of the shop. */
function respond(address: string): object {
  const { pathname, searchParams } = new URL(address);
  const more = { pagination: { page: Number(searchParams.get('page') ?? 1), limit: 12, total: 1e6, totalPages: 1e5 } };
  if (pathname === '/-/search')
    return /\d/.test(searchParams.get('q') ?? '') ? aProductSearch() : aProductSearch(products, more);
  if (pathname.endsWith('/storeInfo')) return aStoreInfo();
  if (pathname.endsWith('/products')) return { ...aProductList(products), ...more };
  return aProduct({ id: pathname.split('/').at(-1) ?? '' });
}

const folder = mkdtempSync(path.join(tmpdir(), 'renderer-memory-'));
let pool: RendererPool;
let renderPage: (pathname: string, search: string) => ReturnType<RendererPool['renderPage']>;

beforeAll(async () => {
  const environment = createTestEnvironment(createFileSystemStore(folder));
  const publishApp = (app: string) => publish(environment.store, { appRoot: path.join(root, app), commit: '' });
  const { live } = await promoteFake(environment, await Promise.all(listApps().map(publishApp)));
  const resolved = await resolveComposition(environment.store, live);
  const code = createCompositionCode(environment.store, resolved);
  pool = createRendererPool({
    code: {
      ...code,
      readPages: async () => {
        const pages = await code.readPages();
        return { ...pages, remotes: { ...pages.remotes, probe: { code: probe, filename: 'probe', base: '/' } } };
      },
    },
    warmUpRequests: [],
    limits: {
      ...liveLimits,
      renderTimeoutMs: 10_000,
      firstRenderTimeoutMs: 10_000,
      dataTimeoutMs: 10_000,
      pageWaitMs: 10_000,
    },
    readData: async (url) => ({ status: 200, contentType: 'application/json', body: JSON.stringify(respond(url)) }),
    onError: (error) => {
      throw error;
    },
  });
  pool.resize(1);
  await pool.whenPrepared();
  renderPage = (pathname, search) => {
    const settings = { orderAmounts: 'rupee', publicUrl: 'http://localhost' } as const;
    return pool.renderPage({ composition: resolved.composition, pathname, search, hostname: 'localhost', settings });
  };
});
afterAll(() => pool?.close());

/** @returns Megabytes. */
async function measureHeap(): Promise<number> {
  const loading = pool.loadPart({ remote: 'probe', kind: 'slot', name: 'heap' });
  const message = await loading.then(String, (error: Error) => error.message);
  return Number(message) / 1024 ** 2;
}

test('the heap of a renderer does not grow over 2,000 different documents', async () => {
  const render = async (from: number, to: number) => {
    for (let index = from; index < to; index++) {
      for (const getAddress of kinds) {
        expect(await renderPage(...getAddress(index))).toMatchObject({ kind: 'page', document: { status: 200 } });
      }
    }
  };
  await render(0, 100);
  const before = await measureHeap();
  await render(100, 600);
  expect(await measureHeap()).toBeLessThan(before + compiledCodeMb);
}, 600_000);
