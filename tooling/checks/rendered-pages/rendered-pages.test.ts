import { fakeStoreApi } from './testing/fake-store-api';
import { frames, pages, readBody, renderDocument } from './testing/pages';
import { createPageRenderer } from './testing/sources';

const originalFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = originalFetch;
});

const readText = (html: string) =>
  readBody(html)
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]*>/g, '|');

test('no window is defined', () => expect(globalThis).not.toHaveProperty('window'));
test.each(pages)('renders %s with the status %i and its content', async (address, status, text) => {
  fakeStoreApi();
  const document = await renderDocument(address);
  expect(document.status).toBe(status);
  expect(readText(document.html)).toContain(text);
  expect(document.isPrivate).toBe(status === 404);
  expect(document.html).not.toContain('needs JavaScript</h1>');
});

test.each(frames)('renders the frame of %s', async (address) => {
  fakeStoreApi();
  const { html } = await renderDocument(address);
  expect(readText(html)).toContain('care@tamra.example');
  expect(readText(html)).toContain('|Loading|');
  expect(html).toMatch(/<noscript>.*This page needs JavaScript<\/h1>.*<\/noscript>/);
});

test.each([
  ['/products?category=cookware&page=9', '/products?category=cookware&page=2'],
  ['/products/?category=cookware', '/products?category=cookware'],
  ['/Product/p-1', '/product/p-1'],
])('redirects %s to %s', async (address, location) => {
  fakeStoreApi();
  expect(await createPageRenderer()(address)).toEqual({ kind: 'redirect', location });
});

test.each([['/storeInfo'], ['/products']])('reports a failure of %s, and no failure of the code', async (path) => {
  fakeStoreApi().fail(path, 500);
  const rendered = await createPageRenderer()('/');
  expect(rendered).toEqual({ kind: 'unavailable', reason: expect.stringContaining('status 500') });
});
