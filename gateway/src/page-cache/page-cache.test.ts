import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Composition } from '@shop/remote-contract/composition';
import { waitUntil } from '@shop/testing/wait-until';
import type { CachedPage, PageContent } from './cached-page';
import { createPageCache, createPageKey } from './page-cache';

const html = (content: Partial<PageContent> & { html: string }): PageContent => ({
  status: 200,
  headers: {},
  ...content,
});

const getText = ({ brotli }: CachedPage) => brotliDecompressSync(brotli).toString();

/** A cache with a clock that tests advance, and a function that counts its calls as a renderer. */
function openCache(maxBytes = 1_000_000) {
  let time = 1_000_000;
  let renders = 0;
  const cache = createPageCache({ maxBytes, now: () => time });
  return {
    cache,
    advance: (ms: number) => {
      time += ms;
    },
    getRenders: () => renders,
    /** Requests a page. The document is its text and the number of the render. */
    request: async (key: string, content: Partial<PageContent> = {}) =>
      getText(
        await cache.find(key, async () => {
          renders++;
          return html({ html: `${key} ${renders}`, ...content });
        }),
      ),
    fail: (key: string) =>
      cache.find(key, async () => {
        renders++;
        throw new Error('render failed');
      }),
  };
}

const compose = (seq: number): Composition => ({ seq, env: 'production', remotes: [], shell: {} as never });

it('renders a page once while it is fresh, and again in the background afterwards', async () => {
  const { request, advance, getRenders } = openCache();
  expect(await request('a')).toBe('a 1');
  advance(4999);
  expect(await request('a')).toBe('a 1');
  expect(getRenders()).toBe(1);
  advance(1);
  expect(await request('a')).toBe('a 1');
  await waitUntil(async () => (await request('a')) === 'a 2', { message: 'the new page is stored' });
  expect(getRenders()).toBe(2);
});

it('waits for a new render when the page is older than 35 seconds', async () => {
  const { request, advance } = openCache();
  await request('a');
  advance(35_000);
  expect(await request('a')).toBe('a 2');
});

it('renders once for 200 requests at the same time, also when the page is not fresh', async () => {
  const { cache, advance } = openCache();
  let renders = 0;
  let finish = () => {};
  const slow = () => {
    renders++;
    return new Promise<PageContent>((resolve) => {
      finish = () => resolve(html({ html: `slow ${renders}` }));
    });
  };
  const requestAll = () => Promise.all(Array.from({ length: 200 }, () => cache.find('a', slow)));
  const first = requestAll();
  finish();
  expect(new Set((await first).map(getText))).toEqual(new Set(['slow 1']));
  advance(6000);
  expect(new Set((await requestAll()).map(getText))).toEqual(new Set(['slow 1']));
  expect(renders).toBe(2);
});

it('serves the last page for five minutes while it cannot be rendered, with one attempt in a second', async () => {
  const { request, fail, advance, getRenders } = openCache();
  await request('a');
  advance(40_000);
  expect(getText(await fail('a'))).toBe('a 1');
  expect(getText(await fail('a'))).toBe('a 1');
  expect(getRenders()).toBe(2);
  advance(1000);
  expect(getText(await fail('a'))).toBe('a 1');
  expect(getRenders()).toBe(3);
  advance(5 * 60_000);
  await expect(fail('a')).rejects.toThrow('render failed');
});

it('rejects and stores nothing when the first render fails', async () => {
  const { request, fail, cache } = openCache();
  await expect(fail('a')).rejects.toThrow('render failed');
  expect(cache.getSize()).toBe(0);
  expect(await request('a')).toBe('a 2');
});

it('keeps a fallback document for a second, and never instead of a page', async () => {
  const { request, advance } = openCache();
  expect(await request('a', { isFallback: true })).toBe('a 1');
  advance(999);
  expect(await request('a')).toBe('a 1');
  advance(1);
  expect(await request('a')).toBe('a 2');
  advance(36_000);
  expect(await request('a', { isFallback: true })).toBe('a 2');
  advance(1000);
  expect(await request('a')).toBe('a 4');
});

it('stays within its memory under many paths and queries, and keeps the pages without a query', async () => {
  const { request, cache, getRenders } = openCache(200_000);
  const body = Array.from({ length: 1000 }, (_, index) => String(index * 7919)).join(' ');
  await request('home', { html: body });
  await request('list', { html: body });
  for (let index = 0; index < 300; index++) {
    await request(`random ${index}`, { html: body, status: 404 });
    await request(`query ${index}`, { html: body, hasQuery: true });
    await request(`failed ${index}`, { html: body, isFallback: true });
    expect(cache.getSize()).toBeLessThanOrEqual(200_000);
  }
  const before = getRenders();
  await request('home');
  await request('list');
  expect(getRenders()).toBe(before);
});

it('counts the gzip copy of a page, and compresses it once', async () => {
  const { cache, request } = openCache();
  await request('a', { html: 'x '.repeat(5000) });
  const before = cache.getSize();
  const page = await cache.find('a', () => Promise.reject(new Error('not expected')));
  const bytes = await cache.getGzip('a', page);
  expect(gunzipSync(bytes).toString()).toBe('x '.repeat(5000));
  expect(cache.getSize()).toBe(before + bytes.length);
  const again = await cache.find('a', () => Promise.reject(new Error('not expected')));
  expect(await cache.getGzip('a', again)).toBe(bytes);
});

it('removes all pages when the live composition or the canary changes', async () => {
  const { cache, request } = openCache();
  const [one, two] = [compose(1), compose(2)];
  cache.follow([one]);
  await request('a');
  cache.follow([one]);
  // The same composition, loaded again.
  cache.follow([compose(1)]);
  expect(await request('a')).toBe('a 1');
  cache.follow([one, two]);
  expect(await request('a')).toBe('a 2');
  cache.follow([one]);
  expect(await request('a')).toBe('a 3');
  cache.follow([two]);
  expect(cache.getSize()).toBe(0);
});

it('does not store a page whose render began before the compositions changed', async () => {
  const { cache, request } = openCache();
  let finish: (content: PageContent) => void = () => {};
  cache.follow([compose(1)]);
  const old = cache.find('a', () => new Promise<PageContent>((resolve) => (finish = resolve)));
  cache.follow([compose(2)]);
  cache.follow([compose(1)]);
  expect(await request('a')).toBe('a 1');
  finish(html({ html: 'old' }));
  expect(getText(await old)).toBe('old');
  expect(await request('a')).toBe('a 1');
});

it('gives a key of its own to each part that a document depends on', () => {
  const parts = {
    composition: compose(1),
    group: 'control false',
    publicUrl: 'https://shop.example',
    hostname: 'shop.example',
    pathname: '/products',
    search: '?page=2',
  };
  const keys = [
    parts,
    { ...parts, composition: compose(2) },
    { ...parts, group: 'canary true' },
    { ...parts, publicUrl: 'http://shop.example' },
    { ...parts, hostname: 'localhost' },
    { ...parts, pathname: '/' },
    { ...parts, search: '' },
    { ...parts, search: null },
  ].map(createPageKey);
  expect(new Set(keys).size).toBe(8);
  expect(createPageKey({ ...parts, composition: compose(1) })).toBe(keys[0]);
});
