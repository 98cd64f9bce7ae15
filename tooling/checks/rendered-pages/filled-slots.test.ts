import { waitUntil } from '@shop/testing/wait-until';
import { type StartedPage, startPage } from './testing/browser';
import { fakeStoreApi } from './testing/fake-store-api';
import { readBody, renderDocument } from './testing/pages';
import { reviews, reviewsRemote } from './testing/reviews-remote';

const product = '/product/p-1';
const filled = 'Reviews of Saucepan 1';
const failure = 'mf-reviews 1.0.0 does not fill product.below';

/** Two of the first product. */
const storage = { cart: JSON.stringify([{ id: 'p-1', name: 'Saucepan 1', price: 3999, image: '', quantity: 2 }]) };

/** Documents by address: without the remote, with its component, and with a component that throws on the server. */
const documents = { without: new Map<string, string>(), filled: new Map<string, string>(), throwing: new Map() };
let page: StartedPage | undefined;

// The pages start in windows. Rendering comes first, because a server has none.
beforeAll(async () => {
  expect(globalThis).not.toHaveProperty('window');
  fakeStoreApi();
  for (const address of [product, '/', '/cart']) {
    reviews.throwsIn = 'none';
    documents.without.set(address, (await renderDocument(address)).html);
    documents.filled.set(address, (await renderDocument(address, [reviewsRemote])).html);
    reviews.throwsIn = 'server';
    documents.throwing.set(address, (await renderDocument(address, [reviewsRemote])).html);
  }
});

/** Elements that the page waits for to leave the window. */
let observed: Element[];

/** jsdom has no such observer. This one reports a fixed position of every element. */
function fakeIntersections({ isBelowWindow }: { isBelowWindow: boolean }): void {
  observed = [];
  Object.assign(globalThis, {
    IntersectionObserver: class {
      constructor(private readonly report: (entries: object[]) => void) {}
      observe = (element: Element) => {
        observed.push(element);
        if (isBelowWindow) this.report([{ isIntersecting: false, boundingClientRect: { top: 1e6 } }]);
      };
      disconnect = () => undefined;
    },
  });
}
beforeEach(() => {
  Object.assign(reviews, { throwsIn: 'none', loadsIn: 'everywhere' });
  fakeStoreApi();
  fakeIntersections({ isBelowWindow: false });
});
afterEach(() => page?.close());

/** A place without a component is out of the flow, so its container has no gap. */
const emptyPlace = /<span style="position:\s*absolute;?" aria-hidden="true"><\/span>/g;
const readMain = (html = '') => /<main.*<\/main>/s.exec(readBody(html))?.[0].replace(/<!--.*?-->/g, '') ?? '';
const main = () => page?.window.document.querySelector('main');
const findSection = () =>
  [...(main()?.querySelectorAll('section') ?? [])].find(({ textContent }) => textContent === filled);
const isHydrated = () => Object.keys(findSection() ?? {}).some((key) => key.startsWith('__reactFiber'));
const waitForFailure = () =>
  waitUntil(() => page?.errors.flat().some((part) => String(part).includes(failure)), {
    message: 'the page logs the failure',
  });

it.each([product, '/'])(
  'the server renders the component of %s and the links of remotes, and the page hydrates without a difference or a request',
  async (address) => {
    const html = documents.filled.get(address) ?? '';
    expect(readMain(html)).toContain(filled);
    expect(readBody(html)).toMatch(/href="\/reviews\/best".*<main.*href="\/reviews"/s);
    const { requests } = fakeStoreApi();
    page = await startPage(html, address);
    await waitUntil(isHydrated, { message: 'the component hydrates' });
    expect(page.errors).toEqual([]);
    expect(page.readBody() === page.serverBody).toBe(true);
    expect(requests).toEqual([]);
  },
);

it.each([product, '/'])('the HTML of %s is as without the remote when its component throws', async (address) => {
  const html = documents.throwing.get(address);
  expect(readMain(html).match(emptyPlace)).toHaveLength(1);
  expect(readMain(html).replace(emptyPlace, '')).toBe(readMain(documents.without.get(address)));
  page = await startPage(html, address);
  await waitUntil(() => observed.some((element) => element.matches('span[aria-hidden]')), {
    message: 'the page waits for the place to leave the window',
  });
  expect(page.errors).toEqual([]);
  expect(main()?.textContent).not.toContain(filled);
});

it('a page keeps the HTML of a component whose code does not load in the browser', async () => {
  reviews.loadsIn = 'server';
  page = await startPage(documents.filled.get(product) ?? '', product);
  await waitForFailure();
  expect(main()?.textContent).toContain(filled);
  expect(main()?.textContent).toContain('Saucepan 1');
});

it('a page removes a component that throws in the browser, and keeps the rest', async () => {
  reviews.throwsIn = 'browser';
  page = await startPage(documents.filled.get(product) ?? '', product);
  await waitForFailure();
  expect(main()?.textContent).not.toContain(filled);
  expect(main()?.textContent).toContain('Add to Cart');
});

it('the summary of the cart, which no server renders, shows its component below the Checkout button', async () => {
  fakeIntersections({ isBelowWindow: true });
  page = await startPage(documents.filled.get('/cart') ?? '', '/cart', storage);
  const findSummary = () => main()?.querySelector('section[aria-labelledby="cart-summary"]');
  await waitUntil(() => findSummary()?.textContent?.includes(filled), { message: 'the component appears' });
  expect(findSummary()?.querySelector('button')?.nextElementSibling?.textContent).toBe(filled);
  expect(page.errors).toEqual([]);
});
