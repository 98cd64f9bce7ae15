import { waitUntil } from '@shop/testing/wait-until';
import { type StartedPage, startPage } from './testing/browser';
import { fakeStoreApi } from './testing/fake-store-api';
import { readBody, renderDocument } from './testing/pages';
import { reviews, reviewsRemote } from './testing/reviews-remote';
import { createPageRenderer } from './testing/sources';

/*
 * The places of the home page, which a server renders, and of the cart, which only a browser renders. filled-slots.test.ts
 * tests the product page.
 */

const filled = 'Reviews of Saucepan 1';
/** Two pieces of the first product. */
const storage = { cart: JSON.stringify([{ id: 'p-1', name: 'Saucepan 1', price: 3999, image: '', quantity: 2 }]) };

const working = { throwsIn: 'none', loadsIn: 'everywhere', isSlow: false } as const;
const documents = { cart: '', home: '', without: '', throwing: '', slow: '' };
let slowFailures: unknown;
let page: StartedPage | undefined;

// The pages start in windows. Rendering comes first, because a server has none.
beforeAll(async () => {
  expect(globalThis).not.toHaveProperty('window');
  fakeStoreApi();
  documents.cart = (await renderDocument('/cart', [reviewsRemote])).html;
  documents.without = (await renderDocument('/')).html;
  documents.home = (await renderDocument('/', [reviewsRemote])).html;
  reviews.throwsIn = 'server';
  documents.throwing = (await renderDocument('/', [reviewsRemote])).html;
  Object.assign(reviews, { ...working, isSlow: true });
  const slow = await createPageRenderer([reviewsRemote])('/');
  if (slow?.kind !== 'page') throw new Error('the home page is not rendered');
  documents.slow = slow.document.html;
  slowFailures = slow.slotFailures;
});
beforeEach(() => {
  Object.assign(reviews, working);
  // jsdom has no such observer. This one never reports that a place is below the window.
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe = () => undefined;
      disconnect = () => undefined;
    },
  });
});
afterEach(() => page?.close());

/** A place without a filler is out of the flow, so its container has no gap. */
const emptyPlace = /<span style="position:\s*absolute;?" aria-hidden="true"><\/span>/g;
const normalize = (html: string) => html.replace(/<!--.*?-->/g, '').replace(emptyPlace, '');
const readMain = (html: string) => normalize(/<main.*<\/main>/s.exec(html)?.[0] ?? '');
const main = () => page?.window.document.querySelector('main');
const hasLogged = (text: string) => page?.errors.flat().some((part) => String(part).includes(text)) ?? false;

it('the home page contains its filler and the links of remotes, and hydrates without a difference or a request', async () => {
  expect(readMain(readBody(documents.home))).toContain(filled);
  expect(readBody(documents.home)).toMatch(/href="\/reviews\/best".*<main.*href="\/reviews"/s);
  const { requests } = fakeStoreApi();
  page = await startPage(documents.home, '/');
  const isHydrated = () =>
    [...(main()?.querySelectorAll('section') ?? [])].some(
      (section) => section.textContent === filled && Object.keys(section).some((key) => key.startsWith('__reactFiber')),
    );
  await waitUntil(isHydrated, { message: 'the filler hydrates' });
  expect(page.errors).toEqual([]);
  expect(page.readBody() === page.serverBody).toBe(true);
  expect(requests).toEqual([]);
});

it.each(['throwing', 'slow'] as const)(
  'the home page is as without the remote when its filler is %s on the server',
  (how) => {
    expect(readMain(readBody(documents[how]))).toBe(readMain(readBody(documents.without)));
    expect(documents[how].match(emptyPlace)).toHaveLength(1);
  },
);

it('the server leaves a slow filler of the home page out after 150 ms, and names it', () => {
  expect(slowFailures).toEqual([
    { app: 'mf-reviews', version: '1.0.0', slot: 'home.section', reason: 'it did not load within 150 ms' },
  ]);
});

/** Opens the cart with two pieces of a product. */
async function openCart() {
  fakeStoreApi();
  page = await startPage(documents.cart, '/cart', storage);
  await waitUntil(() => main()?.textContent?.includes('Summary') ?? false, { message: 'the cart shows its summary' });
}

const findSummary = () => main()?.querySelector('section[aria-labelledby="cart-summary"]');

it('the summary of the cart shows its filler below the Checkout button', async () => {
  // The place is below the window, so that a late filler may appear too.
  Object.assign(globalThis, {
    IntersectionObserver: class {
      constructor(private readonly report: (entries: object[]) => void) {}
      observe = () => this.report([{ isIntersecting: false, boundingClientRect: { top: 1e6 } }]);
      disconnect = () => undefined;
    },
  });
  await openCart();
  await waitUntil(() => findSummary()?.textContent?.includes(filled) ?? false, { message: 'the filler appears' });
  expect(findSummary()?.querySelector('button')?.nextElementSibling?.textContent).toBe(filled);
  expect(page?.errors).toEqual([]);
});

it.each([
  ['throws', { throwsIn: 'browser' }],
  ['has code that does not load', { loadsIn: 'server' }],
  ['is slow', { isSlow: true }],
] as const)('the summary of the cart is as without the remote when its filler %s', async (_how, behaviour) => {
  Object.assign(reviews, behaviour);
  await openCart();
  if (!('isSlow' in behaviour))
    await waitUntil(() => hasLogged('mf-reviews 1.0.0 does not fill cart.summary'), {
      message: 'the page logs the failure',
    });
  const summary = findSummary();
  expect(summary?.textContent).not.toContain(filled);
  const last = [...(summary?.children ?? [])].filter((element) => !element.outerHTML.match(emptyPlace)).at(-1);
  expect(last?.textContent).toBe('Checkout');
});
