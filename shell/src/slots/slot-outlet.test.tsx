import type { SlotName } from '@shop/remote-contract/slots';
import { Slot } from '@shop/slots/slot';
import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { createGate, type FakeRemote, renderShop } from '../testing/render-shop';

fakeStoreApi();

/** The observed places, with the callback that the browser calls when one moves in or out of the window. */
let places: { element: Element; report: (top: number) => void }[] = [];

let hasThrown = false;

beforeEach(() => {
  hasThrown = false;
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  places = [];
  window.IntersectionObserver = class {
    constructor(private readonly callback: IntersectionObserverCallback) {}
    observe(element: Element) {
      const report = (top: number) => {
        const isIntersecting = top >= 0 && top < window.innerHeight;
        const entry = { isIntersecting, boundingClientRect: { top } } as IntersectionObserverEntry;
        act(() => this.callback([entry], this as unknown as IntersectionObserver));
      };
      places.push({ element, report });
    }
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
});

function ProductScreen() {
  const [count, setCount] = useState(1);
  return (
    <>
      <h1>Product</h1>
      <button type="button" onClick={() => setCount(count + 1)}>
        Buy {count}
      </button>
      <Slot name="product.below" props={{ productId: 'p1' }} />
    </>
  );
}

const catalog: FakeRemote = {
  name: 'mf-catalog',
  paths: [{ id: 'product', pattern: '/product/:id' }],
  load: async () => ({ Screen: ProductScreen }),
};

type Filler = NonNullable<NonNullable<FakeRemote['slots']>['product.below']>;

const createFiller = (name: string, load: Filler['load'], order = 100): FakeRemote => ({
  name,
  paths: [],
  load: () => Promise.reject(new Error('it has no screen')),
  slots: { 'product.below': { order, load } },
});

const show =
  (text: string): Filler['load'] =>
  async () => ({ Slot: ({ productId }) => <p>{`${text} of ${productId}`}</p> });

const open = (...remotes: FakeRemote[]) => openWithin(5000, ...remotes);
const openWithin = async (timeoutMs: number, ...remotes: FakeRemote[]) => {
  const shop = await renderShop({ at: '/product/p1', remotes: [catalog, ...remotes], timeoutMs });
  await screen.findByRole('heading', { name: 'Product' });
  return shop;
};
const main = () => screen.getByRole('main');
const wait = (ms: number) => act(() => new Promise((resolve) => setTimeout(resolve, ms)));

/** Waits for a condition with all places below the window, so that fillers appear however late they are. */
const expectSoon = (assert: () => void) =>
  waitFor(
    () => {
      for (const { report } of places) report(window.innerHeight + 10);
      assert();
    },
    { timeout: 5000 },
  );

it('shows every filler of a place with its props, sorted by order and then by app name', async () => {
  await open(
    createFiller('mf-reviews', show('Reviews')),
    createFiller('mf-offers', show('Offers')),
    createFiller('mf-video', show('Video'), 5),
  );
  const listShown = () => screen.queryAllByText(/of p1$/).map(({ textContent }) => textContent);
  await expectSoon(() => expect(listShown()).toEqual(['Video of p1', 'Offers of p1', 'Reviews of p1']));
});

it('leaves the page as it is without a filler, and with a filler of a slot that it does not know', async () => {
  await open({
    ...createFiller('mf-new', show('New')),
    slots: { ['page.top' as SlotName]: { order: 1, load: show('New') as never } },
  });
  expect(main()).toHaveTextContent(/^ProductBuy 1$/);
});

it.each<[what: string, load: Filler['load'], log: RegExp]>([
  ['whose code does not load', () => Promise.reject(new Error('wrong hash')), /wrong hash/],
  ['that does not load in time', () => new Promise(() => undefined), /The slot did not load within 1500 ms/],
  [
    'whose data does not load',
    async () => ({ Slot: () => <p>Reviews</p>, load: () => Promise.reject(new Error('status 500')) }),
    /status 500/,
  ],
  [
    'that throws',
    async () => ({
      Slot: () => {
        hasThrown = true;
        throw new Error('reviews is undefined');
      },
    }),
    /reviews is undefined/,
  ],
])('shows the page without a filler %s, and names its app, version and slot in the log', async (what, load, log) => {
  expectLog(/mf-reviews 1\.0\.0 does not fill product\.below/);
  expectLog(log);
  const remotes = [createFiller('mf-reviews', load), createFiller('mf-offers', show('Offers'))];
  const { user, failures } = await openWithin(what === 'that does not load in time' ? 1500 : 5000, ...remotes);
  // React reports what a filler throws.
  const expected = what === 'that throws' ? [] : ['mf-reviews 1.0.0'];
  await expectSoon(() => {
    expect(failures).toEqual(expected);
    expect(hasThrown).toBe(what === 'that throws');
    expect(main()).toHaveTextContent(/^ProductBuy 1Offers of p1$/);
  });
  await user.click(screen.getByRole('button', { name: 'Buy 1' }));
  expect(screen.getByRole('button', { name: 'Buy 2' })).toBeInTheDocument();
});

it('shows a late filler when its place is below the window, and not while the shopper sees the place', async () => {
  const { passed, pass } = createGate();
  await open(createFiller('mf-reviews', () => passed.then(show('Reviews'))));
  await wait(120);
  expect(places).toEqual([]);
  await pass();
  const [place] = places;
  expect(place?.element).toBeEmptyDOMElement();
  place?.report(window.innerHeight - 10);
  expect(screen.queryByText('Reviews of p1')).toBeNull();
  place?.report(-200);
  expect(screen.queryByText('Reviews of p1')).toBeNull();
  place?.report(window.innerHeight + 10);
  expect(within(main()).getByText('Reviews of p1')).toBeInTheDocument();
});

it('shows a filler that was loaded before at once', async () => {
  const { passed, pass } = createGate();
  const { go } = await open(createFiller('mf-reviews', () => passed.then(show('Reviews'))));
  await wait(120);
  await pass();
  await go('/nowhere');
  await go('/product/p1');
  expect(screen.getByText('Reviews of p1')).toBeInTheDocument();
});

it('shows the links of remotes after the links of the specification, in their order', async () => {
  const { user } = await renderShop({
    at: '/product/p1',
    remotes: [
      catalog,
      {
        ...createFiller('mf-gifts', show('Gifts')),
        links: [
          { slot: 'footer.links', text: 'Gift Cards', to: '/gift-cards', order: 20 },
          { slot: 'header.navigation', text: 'Gifts', to: '/gifts', order: 20 },
        ],
      },
      {
        ...createFiller('mf-reviews', show('Reviews')),
        links: [
          { slot: 'footer.links', text: 'Reviews', to: '/reviews', order: 10 },
          { slot: 'header.navigation', text: 'Reviews', to: '/reviews', order: 10 },
        ],
      },
    ],
  });
  const listLinks = (name: string) =>
    within(screen.getByRole('navigation', { name }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
  expect(listLinks('Company')).toEqual(['My Account', 'My Orders', 'Track Order', 'Reviews', 'Gift Cards']);
  expect(listLinks('Categories').slice(-2)).toEqual(['Reviews', 'Gifts']);
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const menu = await screen.findByRole('dialog', { hidden: true });
  const entries = within(menu)
    .getAllByRole('link', { hidden: true })
    .map(({ textContent }) => textContent);
  expect(entries.slice(-4)).toEqual(['Contact', 'Reviews', 'Gifts', 'Login']);
});
