import { waitUntil } from '@shop/testing/wait-until';
import { type StartedPage, startPage } from './testing/browser';
import { fakeStoreApi } from './testing/fake-store-api';
import { readBody, renderDocument } from './testing/pages';
import { reviews, reviewsRemote } from './testing/reviews-remote';

const address = '/product/p-1';
const filled = 'Reviews of Saucepan 1';

/** Documents of the product: without the remote, with its filler, and with a filler that throws on the server. */
const documents = { without: '', filled: '', throwing: '' };
let page: StartedPage | undefined;

// The pages start in windows. Rendering comes first, because a server has none.
beforeAll(async () => {
  expect(globalThis).not.toHaveProperty('window');
  fakeStoreApi();
  documents.without = (await renderDocument(address)).html;
  documents.filled = (await renderDocument(address, [reviewsRemote])).html;
  reviews.throwsIn = 'server';
  documents.throwing = (await renderDocument(address, [reviewsRemote])).html;
});
beforeEach(() => Object.assign(reviews, { throwsIn: 'none', loadsIn: 'everywhere', isSlow: false }));
afterEach(() => page?.close());

const readMain = (html: string) => /<main.*<\/main>/s.exec(readBody(html))?.[0].replace(/<!--.*?-->/g, '');
const main = () => page?.window.document.querySelector('main');

const findSection = () =>
  [...(main()?.querySelectorAll('section') ?? [])].find(({ textContent }) => textContent === filled);
const isHydrated = () => Object.keys(findSection() ?? {}).some((key) => key.startsWith('__reactFiber'));
const hasLogged = (text: string) => page?.errors.flat().some((part) => String(part).includes(text)) ?? false;
const failure = 'mf-reviews 1.0.0 does not fill product.below';

it('renders a filler and a link on the server, and hydrates the page without a difference or a request', async () => {
  expect(readMain(documents.filled)).toContain(filled);
  expect(readBody(documents.filled)).toMatch(/href="\/track-order".*href="\/reviews"/s);
  const { requests } = fakeStoreApi();
  page = await startPage(documents.filled, address);
  await waitUntil(isHydrated, { message: 'the filler hydrates' });
  expect(page.errors).toEqual([]);
  expect(page.readBody() === page.serverBody).toBe(true);
  expect(requests).toEqual([]);
});

it('leaves a filler that throws out of the HTML, and the rest of the page as it is without the remote', async () => {
  const place = /<span style="position:absolute" aria-hidden="true"><\/span>/;
  expect(readMain(documents.throwing)?.replace(place, '')).toBe(readMain(documents.without));
  fakeStoreApi();
  const observed: Element[] = [];
  // jsdom has no such observer. This one never reports that the place is below the window.
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe = (element: Element) => observed.push(element);
      disconnect = () => undefined;
    },
  });
  page = await startPage(documents.throwing, address);
  await waitUntil(() => observed.some((element) => element.matches('span[aria-hidden]')), {
    message: 'the page waits for the place to leave the window',
  });
  expect(page.errors).toEqual([]);
  expect(main()?.textContent).not.toContain(filled);
});

it('keeps the HTML of a filler whose code does not load in the browser', async () => {
  reviews.loadsIn = 'server';
  fakeStoreApi();
  page = await startPage(documents.filled, address);
  await waitUntil(() => hasLogged(failure), { message: 'the page logs the failure' });
  expect(main()?.textContent).toContain(filled);
  expect(main()?.textContent).toContain('Saucepan 1');
});

it('removes a filler that throws in the browser, and keeps the page', async () => {
  reviews.throwsIn = 'browser';
  fakeStoreApi();
  page = await startPage(documents.filled, address);
  await waitUntil(() => hasLogged(failure), { message: 'the page logs the failure' });
  expect(main()?.textContent).not.toContain(filled);
  expect(main()?.textContent).toContain('Add to Cart');
});
