import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { Composition } from '@shop/remote-contract/composition';
import type { CachedPage, PageContent } from './cached-page';
import { createPageCache, createPageKey } from './page-cache';

// The cache waits for a render for a time of the real clock. It never ends here, so a slow machine takes the same way.
beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'performance'] }));
afterEach(() => jest.useRealTimers());

const html = (content: Partial<PageContent> & { html: string }): PageContent => ({
  status: 200,
  headers: {},
  isInventable: false,
  isFallback: false,
  isClientRendered: false,
  isRenderFailure: null,
  isCompared: true,
  failedFillers: [],
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

it('serves a page of an hour ago while it cannot be rendered, and no older one', async () => {
  const { request, fail, advance } = openCache();
  await request('a');
  advance(59 * 60_000);
  expect(getText(await fail('a'))).toBe('a 1');
  advance(1000);
  expect(await request('a', { isFallback: true })).toBe('a 1');
  advance(60_000);
  await expect(fail('a')).rejects.toThrow('render failed');
});

it.each([0, 100, 10_000, 100_000])('holds the bytes that it counts for %i random bytes', async (length) => {
  const { cache } = openCache();
  const text = randomBytes(length).toString('base64');
  const { brotli } = await cache.find('a', async () => html({ html: text }));
  expect(brotli.buffer.byteLength).toBe(brotli.length);
});

it('stays within its memory under many paths and queries, and keeps the pages that no client can invent', async () => {
  const { request, cache, getRenders } = openCache(200_000);
  const body = Array.from({ length: 1000 }, (_, index) => String(index * 7919)).join(' ');
  await request('home', { html: body });
  await request('list', { html: body });
  for (let index = 0; index < 300; index++) {
    await request(`random ${index}`, { html: body, status: 404 });
    await request(`query ${index}`, { html: body, isInventable: true });
    await request(`failed ${index}`, { html: body, isFallback: true });
    expect(cache.getSize()).toBeLessThanOrEqual(200_000);
  }
  const before = getRenders();
  await request('home');
  await request('list');
  expect(getRenders()).toBe(before);
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
