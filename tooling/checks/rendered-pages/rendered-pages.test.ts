import { waitUntil } from '@shop/testing/wait-until';
import { type StartedPage, startPage } from './testing/browser';
import { fakeStoreApi } from './testing/fake-store-api';
import { frames, pages, readBody, renderDocument } from './testing/pages';
import { createPageRenderer } from './testing/sources';

type Document = Awaited<ReturnType<typeof renderDocument>>;
const addresses = [...pages.map(([address]) => address), ...frames.map(([address]) => address), '/login', '/register'];
const documents = new Map<string, Document>();
const results = new Map<string, unknown>();
let page: StartedPage | undefined;

const redirects = [
  ['/products?category=cookware&page=9', '/products?category=cookware&page=2'],
  ['/products/?category=cookware', '/products?category=cookware'],
  ['/Product/p-1', '/product/p-1'],
] as const;
const failingCalls = ['/storeInfo', '/products'];

// The pages start in windows. Rendering comes first, because a server has none.
beforeAll(async () => {
  expect(globalThis).not.toHaveProperty('window');
  fakeStoreApi();
  for (const address of addresses) documents.set(address, await renderDocument(address));
  for (const [address] of redirects) results.set(address, await createPageRenderer()(address));
  for (const path of failingCalls) {
    fakeStoreApi().fail(path, 500);
    results.set(path, await createPageRenderer()('/'));
  }
});
afterEach(() => page?.close());

/** Reads the document of an address, of an age in seconds. */
function readDocument(address: string, age = 0): Document {
  const document = documents.get(address);
  if (!document) throw new Error(`${address} is not rendered`);
  const html = document.html.replace(/"renderedAt":\d+/, `"renderedAt":${Date.now() - 1000 * age}`);
  return { ...document, html };
}

const readText = (html: string) =>
  readBody(html)
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]*>/g, '|');

test.each(pages)('the server renders %s with the status %i and its content', (address, status, text) => {
  const document = readDocument(address);
  expect(document.status).toBe(status);
  expect(readText(document.html)).toContain(text);
  expect(document.isPrivate).toBe(status === 404);
  expect(document.html).not.toContain('needs JavaScript</h1>');
});

test.each(frames)('the server renders %s with the texts of every visitor', (address, ...texts) => {
  const { html, isPrivate } = readDocument(address);
  expect(isPrivate).toBe(true);
  for (const text of ['care@tamra.example', ...texts]) expect(readText(html)).toContain(`|${text}|`);
  expect(readText(html)).not.toMatch(/is empty|No Orders Found|Invalid|Place Order/);
  const [, main = ''] = /<main.*?>(.*)<\/main>/s.exec(readBody(html)) ?? [];
  expect(main).not.toMatch(/<(form|input|textarea|select)\b|<button(?![^>]* disabled)/);
  expect(html).toMatch(/<noscript>.*This page needs JavaScript<\/h1>.*<\/noscript>/);
});

test.each(redirects)('the server redirects %s to %s', (address, location) => {
  expect(results.get(address)).toEqual({ kind: 'redirect', location });
});

test.each(failingCalls)('the server reports a failure of %s, and no failure of the code', (path) => {
  expect(results.get(path)).toEqual({ kind: 'unavailable', reason: expect.stringContaining('status 500') });
});

test.each(addresses)('%s hydrates without a difference between the HTML and the page', async (address) => {
  const { requests } = fakeStoreApi();
  const { html, status } = readDocument(address);
  page = await startPage(html, address);
  expect(page.errors).toEqual([]);
  if (!pages.some(([open]) => open === address)) return;
  // The document contains every response of the page.
  expect(requests).toEqual([]);
  if (status === 200) expect(page.readBody() === page.serverBody).toBe(true);
});

test.each([
  ['/', 2],
  ['/terms', 1],
])('%s of a cache shows its HTML and requests its %i responses again', async (address, count) => {
  const { requests } = fakeStoreApi();
  page = await startPage(readDocument(address, 90).html, address);
  await waitUntil(() => requests.length === count, { message: 'the page requests its responses' });
  expect(page.readBody() === page.serverBody).toBe(true);
  expect(page.errors).toEqual([]);
});
