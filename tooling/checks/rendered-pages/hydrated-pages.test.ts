import { waitUntil } from '@shop/testing/wait-until';
import { type StartedPage, startPage } from './testing/browser';
import { fakeStoreApi } from './testing/fake-store-api';
import { frames, pages, renderDocument } from './testing/pages';

const addresses = [...pages.map(([address]) => address), ...frames, '/login', '/register'];
const documents = new Map<string, string>();
let page: StartedPage | undefined;

// The pages start in windows. Rendering comes first, because a server has none.
beforeAll(async () => {
  expect(globalThis).not.toHaveProperty('window');
  fakeStoreApi();
  for (const address of addresses) documents.set(address, (await renderDocument(address)).html);
});

afterEach(() => page?.close());

const found = pages.filter(([, status]) => status === 200).map(([address]) => address);

/** Gives the document of an address an age in seconds. */
const readDocument = (address: string, age = 0) =>
  documents.get(address)?.replace(/"renderedAt":\d+/, `"renderedAt":${Date.now() - 1000 * age}`) ?? '';

test.each(addresses)('%s hydrates without a difference between the HTML and the page', async (address) => {
  const { requests } = fakeStoreApi();
  page = await startPage(readDocument(address), address);
  expect(page.errors).toEqual([]);
  if (!pages.some(([open]) => open === address)) return;
  // The document hands over every response of the page.
  expect(requests).toEqual([]);
  if (found.includes(address)) expect(page.readBody() === page.serverBody).toBe(true);
});

test.each([
  ['/', 2],
  ['/terms', 1],
])('%s of a cache shows its HTML and requests its %i responses again', async (address, count) => {
  const { requests } = fakeStoreApi();
  page = await startPage(readDocument(address, 90), address);
  await waitUntil(() => requests.length === count, { message: 'the page requests its responses' });
  expect(page.readBody() === page.serverBody).toBe(true);
  expect(page.errors).toEqual([]);
});
