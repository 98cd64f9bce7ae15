import { gunzipSync } from 'node:zlib';
import { waitUntil } from '@shop/testing/wait-until';
import { startCatalogApi } from '../testing/catalog-api';
import { createProductEntries } from './product-entries';
import { createProductSitemaps, type ProductSitemaps, type ProductSitemapsByLanguage } from './product-sitemaps';

const site = { publicUrl: 'https://shop.example', languages: ['hi'] };
const opened: ProductSitemaps[] = [];
afterEach(async () => {
  for (const { stop } of opened.splice(0)) await stop();
});

/** Opens the sitemaps of a store API whose products are numbered. */
async function openStore(count: number, { hasDates = true, maxListed = 500_000 } = {}) {
  const api = await startCatalogApi(Array.from({ length: count }, (_, index) => String(index).padStart(7, '0')));
  api.state.hasDates = hasDates;
  const { storeApiUrl } = api;
  const errors: string[] = [];
  const onError = (error: unknown) => void errors.push(error instanceof Error ? error.message : String(error));
  const sitemaps = createProductSitemaps({
    entries: createProductEntries({ storeApiUrl, onError, maxListed }),
    onError,
    interval: 20,
    listInterval: 200,
  });
  opened.push(sitemaps);
  return { ...api, errors, sitemaps };
}

const read = (parts: ProductSitemapsByLanguage | null, language = 'en') =>
  (parts?.get(language) ?? []).map(({ bytes }) => gunzipSync(bytes).toString());
const countAddresses = (xml: string) => xml.split('<loc>').length - 1;
const findMade = (sitemaps: ProductSitemaps) =>
  waitUntil(() => sitemaps.find(site), { timeoutMs: 30_000, message: 'the sitemaps are made' });

describe.each([
  ['with dates', true],
  ['without dates', false],
])('the sitemaps of a store API %s', (_title, hasDates) => {
  it('have 10,000 products at most and all products, also beyond 30,000', async () => {
    const { sitemaps } = await openStore(30_001, { hasDates });
    const parts = await findMade(sitemaps);
    for (const [language, prefix] of [
      ['en', ''],
      ['hi', '/hi'],
    ] as const) {
      const texts = read(parts, language);
      expect(texts.map(countAddresses)).toEqual([10_000, 10_000, 10_000, 1]);
      expect(texts[3]).toContain(`<loc>https://shop.example${prefix}/product/0030000</loc>`);
      expect(texts[0]?.includes('<lastmod>')).toBe(hasDates);
    }
    expect(parts?.get('en')?.[0]?.changedAt).toBe(hasDates ? '2026-01-01T00:00:00.000Z' : undefined);
  });

  it('follow a product that is added, changed or removed', async () => {
    const { state, dates, sitemaps } = await openStore(150, { hasDates });
    await findMade(sitemaps);
    state.ids = [...state.ids.slice(1), '9999999'];
    dates.set('0000007', '2026-11-26T10:00:00.000Z');
    state.version++;
    await waitUntil(async () => read(await sitemaps.find(site))[0]?.includes('/product/9999999<'), {
      message: 'the sitemap has the new product',
    });
    const [text = ''] = read(await sitemaps.find(site));
    expect(text).not.toContain('/product/0000000<');
    expect(text.includes('/product/0000007</loc><lastmod>2026-11-26T10:00:00.000Z</lastmod>')).toBe(hasDates);
  });
});

it.each([
  ['an id with half of a surrogate pair', { ids: ['a', '\ud800b'] }, '%EF%BF%BDb'],
  ['a byte order mark', { ids: ['a', 'b'], hasByteOrderMark: true }, 'b'],
])('are made of a list with %s', async (_what, change, last) => {
  const { errors, state, sitemaps } = await openStore(0);
  Object.assign(state, change);
  const [text] = read(await findMade(sitemaps));
  expect(text).toContain(`<loc>https://shop.example/product/${last}</loc>`);
  expect(errors).toEqual([]);
});

it('lists the products again only when their version has changed', async () => {
  const { calls, sitemaps } = await openStore(10);
  await findMade(sitemaps);
  calls.length = 0;
  await waitUntil(() => calls.length >= 5, { message: 'the version is asked for' });
  expect(new Set(calls)).toEqual(new Set(['/product-dates?limit=1']));
});

it('keeps the sitemaps of an earlier version while the store API fails', async () => {
  const { state, errors, sitemaps } = await openStore(10);
  const before = await findMade(sitemaps);
  state.isDown = true;
  await waitUntil(() => errors.length > 0, { message: 'the failure is reported' });
  expect(await sitemaps.find(site)).toBe(before);
});

it('reports how many products of a store API without dates it leaves out', async () => {
  const { errors, sitemaps } = await openStore(350, { hasDates: false, maxListed: 200 });
  expect(read(await findMade(sitemaps)).map(countAddresses)).toEqual([200]);
  expect(errors[0]).toBe('The sitemap lists 200 of 350 products: the store API announces no accept-product-dates.');
});

describe('lists of a store API without dates', () => {
  const minute = 60_000;
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  /** Opens sitemaps with the default intervals. @returns The minutes of the lists, and whether each one was paced. */
  const openLists = (isRefused: (minutes: number) => boolean) => {
    const lists: [number, boolean][] = [];
    const start = performance.now();
    const sitemaps = createProductSitemaps({
      entries: {
        getVersion: async () => null,
        list: async function* (isPaced) {
          const minutes = (performance.now() - start) / minute;
          lists.push([minutes, isPaced]);
          if (isRefused(minutes)) throw new Error('responds with 429');
          yield [{ id: '1' }];
        },
      },
      onError: () => undefined,
    });
    opened.push(sitemaps);
    return { lists, sitemaps };
  };

  it('are paced after a failure, and tried again after 30 seconds to an hour, also when crawlers ask', async () => {
    const { lists, sitemaps } = openLists((minutes) => minutes < 200);
    for (let minutes = 0; minutes < 260; minutes += 10) {
      void sitemaps.find(site);
      await jest.advanceTimersByTimeAsync(10 * minute);
    }
    const retries = [0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 63.5, 123.5, 183.5, 243.5];
    expect(lists).toEqual([[0, false], ...retries.map((minutes) => [minutes, true])]);
  });

  it('are hours apart', async () => {
    const { lists, sitemaps } = openLists(() => false);
    expect(await sitemaps.find(site)).not.toBeNull();
    await jest.advanceTimersByTimeAsync(359 * minute);
    expect(lists).toEqual([[0, false]]);
    await jest.advanceTimersByTimeAsync(2 * minute);
    expect(lists).toHaveLength(2);
  });
});
