import type { ComposedRemote, Composition } from '@shop/remote-contract/composition';
import type { RemoteModule } from '@shop/remote-contract/remote-module';
import type { RemoteSlot } from '@shop/remote-contract/slots';
import { Slot } from '@shop/slots/slot';
import { aStoreInfo } from '@shop/testing/builders';
import { lazy } from 'react';
import { renderPage } from '../server/render-page';
import { documentComposition, integrity } from '../testing/document-composition';

type Component = RemoteSlot<'product.below'>;

const catalog: RemoteModule = {
  routes: {
    home: async () => ({
      screen: {
        Screen: () => (
          <>
            <h1>Product</h1>
            <Slot name="product.below" props={{ productId: 'p1' }} />
          </>
        ),
        load: async ({ loadSlot }) => loadSlot?.('product.below', { productId: 'p1' }),
      },
    }),
  },
};

const createRemote = (name: string): ComposedRemote => {
  const base = `/r/${name}/0.1.0-d/`;
  return {
    name,
    version: '0.1.0',
    digest: 'd',
    base,
    global: name,
    paths: [],
    entry: { path: 'remote-entry.js', integrity },
    slots: [
      {
        name: 'product.below',
        order: 100,
        preloads: [{ url: `${base}product.below.js`, integrity }],
        styles: [{ url: `${base}product.below.css`, integrity }],
      },
    ],
  };
};

const composition: Composition = {
  ...documentComposition,
  remotes: [...documentComposition.remotes, createRemote('mf-reviews'), createRemote('mf-offers')],
};

const offers: Component = { Slot: ({ productId }) => <p>Offers for {productId}</p> };

const originalFetch = globalThis.fetch;
let storeApi: (path: string) => Response | Promise<Response>;
beforeEach(() => {
  storeApi = () => Response.json(aStoreInfo());
  globalThis.fetch = async (input) => storeApi(new URL(input instanceof Request ? input.url : String(input)).pathname);
});
afterAll(() => {
  globalThis.fetch = originalFetch;
});

/** Renders the page with a component of mf-reviews, and one of mf-offers that always works. */
function requestPage(loadReviews: () => Promise<{ slot: Component }>) {
  const settings = { apiBase: 'http://api.test/api/v1', publicUrl: 'https://shop.test' };
  const modules: Record<string, RemoteModule> = {
    'mf-catalog': catalog,
    'mf-reviews': { routes: {}, slots: { 'product.below': loadReviews } },
    'mf-offers': { routes: {}, slots: { 'product.below': async () => ({ slot: offers }) } },
  };
  const loadRemote = (name: string) => modules[name] ?? { routes: {} };
  const styleSheets = {
    '/r/mf-reviews/0.1.0-d/product.below.css': '.reviews{color:red}',
    '/r/mf-offers/0.1.0-d/product.below.css': '.offers{color:red}',
  };
  const request = { composition, pathname: '/', search: '', hostname: 'shop.test', settings };
  return renderPage(request, { loadRemote, styleSheets });
}

async function render(loadReviews: () => Promise<{ slot: Component }>) {
  const page = await requestPage(loadReviews);
  if (page.kind !== 'page') throw new Error(`no page: ${JSON.stringify(page)}`);
  const { html } = page.document;
  const readJson = (id: string) => JSON.parse(new RegExp(`id="${id}">(.*?)</script>`).exec(html)?.[1] ?? 'null');
  return { html, transferred: readJson('handed-over'), scripts: readJson('scripts'), failures: page.slotFailures };
}

const okay: Component = { Slot: ({ productId }) => <p>Reviews of {productId}</p> };

it('renders the components of a screen’s slot, with their style sheets, scripts and data', async () => {
  let loadedFor = '';
  const load: Component['load'] = async ({ props }) => {
    loadedFor = props.productId;
  };
  const { html, transferred, scripts, failures } = await render(async () => ({ slot: { ...okay, load } }));
  expect(html).toMatch(/Product<\/h1>.*Offers for.*p1.*Reviews of.*p1/s);
  expect(loadedFor).toBe('p1');
  expect(html).toContain('.reviews{color:red}');
  expect(transferred.slots).toEqual(['mf-offers product.below', 'mf-reviews product.below']);
  expect(scripts.preloads.map(({ url }: { url: string }) => url)).toEqual([
    '/r/mf-catalog/1-d/remote-entry.js',
    '/r/mf-catalog/1-d/home.js',
    '/r/mf-offers/0.1.0-d/remote-entry.js',
    '/r/mf-offers/0.1.0-d/product.below.js',
    '/r/mf-reviews/0.1.0-d/remote-entry.js',
    '/r/mf-reviews/0.1.0-d/product.below.js',
  ]);
  // The page's copy of the composition has the names and orders only.
  expect(html).toContain('"slots":[{"name":"product.below","order":100}]');
  expect(failures).toBeUndefined();
});

const fetchReviews = async () => {
  const { storeApi: api } = await import('@shop/api-client/store-api');
  return api.injectEndpoints({
    endpoints: (build) => ({ reviewsList: build.query<unknown, string>({ query: (id) => `/reviews/${id}` }) }),
    overrideExisting: true,
  }).endpoints.reviewsList;
};

it.each<[what: string, reason: string, load: () => Promise<{ slot: Component }>]>([
  ['whose code fails', 'wrong export', () => Promise.reject(new Error('wrong export'))],
  [
    'whose load fails',
    'no reviews',
    async () => ({ slot: { ...okay, load: () => Promise.reject(new Error('no reviews')) } }),
  ],
  [
    'that is slow',
    'it did not load within 150 ms',
    async () => ({ slot: { ...okay, load: () => new Promise(() => undefined) } }),
  ],
  [
    'that throws while it renders',
    'window is not defined',
    async () => ({ slot: { Slot: () => <p>{window.innerWidth}</p> } }),
  ],
  ['that suspends', 'suspended', async () => ({ slot: { Slot: lazy(() => new Promise<never>(() => undefined)) } })],
])('renders the page without a component %s, and reports its app and version', async (_what, reason, load) => {
  const { html, transferred, failures } = await render(load);
  expect(html).toContain('Offers for');
  expect(html).not.toMatch(/Reviews of|\.reviews|product\.below\.js"[^>]*reviews/);
  expect(transferred.slots).toEqual(['mf-offers product.below']);
  expect(failures).toEqual([
    { app: 'mf-reviews', version: '0.1.0', slot: 'product.below', reason: expect.stringContaining(reason) },
  ]);
});

it('renders the page when only a request of a component fails', async () => {
  storeApi = (path) =>
    path.includes('/reviews/') ? Response.json({ error: 'no' }, { status: 500 }) : Response.json(aStoreInfo());
  const endpoint = await fetchReviews();
  const load: Component['load'] = async ({ props, dispatch }) => {
    await (dispatch as (action: unknown) => Promise<{ unwrap?: () => unknown }>)(
      endpoint.initiate(props.productId, { subscribe: false }),
    );
    throw new Error('the reviews did not load');
  };
  const { html, failures } = await render(async () => ({ slot: { ...okay, load } }));
  expect(html).toContain('Offers for');
  expect(failures).toMatchObject([{ app: 'mf-reviews', reason: 'the reviews did not load' }]);
});

it('reports a failure of the store API, and no failure of the code', async () => {
  storeApi = () => Response.json({ error: 'no' }, { status: 500 });
  const reason = expect.stringContaining('status 500');
  expect(await requestPage(async () => ({ slot: okay }))).toEqual({ kind: 'unavailable', reason });
});

it.each<[what: string, answer: () => Response, reason: string]>([
  ['refuses a request of the page', () => Response.json({ error: 'no' }, { status: 400 }), 'storeInfo: status 400'],
  ['sends a response that the page cannot read', () => Response.json('<html>'), 'storeInfo: '],
])('reports a failure of the code when the store API %s', async (_what, answer, reason) => {
  storeApi = answer;
  await expect(requestPage(async () => ({ slot: okay }))).rejects.toThrow(reason);
});

it('writes the texts of a store so that none closes an element of the document', async () => {
  const companyName = '"--></script><script>hacked()</script><img src=x onerror=hacked()>';
  storeApi = () => Response.json(aStoreInfo({ companyName, storeName: companyName }));
  const { html, transferred } = await render(async () => ({ slot: okay }));
  expect(JSON.stringify(transferred)).toContain('hacked()');
  expect(html).not.toMatch(/<script>hacked|<img src=x/);
});
