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

/** Milliseconds by which the clock of the page is ahead. */
let passedMs = 0;
const readClock = performance.now.bind(performance);

beforeEach(() => {
  passedMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => readClock() + passedMs);
  // Every element has a size, but the places of late components.
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { height: this.localName === 'span' ? 0 : 20 } as DOMRect;
  });
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

afterEach(() => jest.restoreAllMocks());

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

type Load = NonNullable<NonNullable<FakeRemote['slots']>['product.below']>['load'];

const createRemote = (name: string, load: Load, order = 100): FakeRemote => ({
  name,
  paths: [],
  load: () => Promise.reject(new Error('it has no screen')),
  slots: { 'product.below': { order, load } },
});

const show =
  (text: string): Load =>
  async () => ({ Slot: ({ productId }) => <p>{`${text} of ${productId}`}</p> });

const open = async (...remotes: FakeRemote[]) => {
  const shop = await renderShop({ at: '/product/p1', remotes: [catalog, ...remotes] });
  await screen.findByRole('heading', { name: 'Product' });
  return shop;
};
const main = () => screen.getByRole('main');

/** Waits for a condition with all places below the window, so that components appear however late they are. */
const expectSoon = (assert: () => void) =>
  waitFor(
    () => {
      for (const { report } of places) report(window.innerHeight + 10);
      assert();
    },
    { timeout: 5000 },
  );

it('shows every component of a slot with its props, sorted by order and then by app name', async () => {
  await open(
    createRemote('mf-reviews', show('Reviews')),
    createRemote('mf-offers', show('Offers')),
    createRemote('mf-video', show('Video'), 5),
  );
  const listShown = () => screen.queryAllByText(/of p1$/).map(({ textContent }) => textContent);
  await expectSoon(() => expect(listShown()).toEqual(['Video of p1', 'Offers of p1', 'Reviews of p1']));
});

it('leaves the page as it is without a component, and with a component of an unknown slot', async () => {
  await open({
    ...createRemote('mf-new', show('New')),
    slots: { ['page.top' as SlotName]: { order: 1, load: show('New') as never } },
  });
  expect(main()).toHaveTextContent(/^ProductBuy 1$/);
});

it.each<[what: string, load: Load, log: RegExp, failures: string[]]>([
  ['whose code does not load', () => Promise.reject(new Error('wrong hash')), /wrong hash/, ['mf-reviews 1.0.0']],
  [
    'whose data does not load',
    async () => ({ Slot: () => <p>Reviews</p>, load: () => Promise.reject(new Error('status 500')) }),
    /status 500/,
    ['mf-reviews 1.0.0'],
  ],
  // React reports what a component throws.
  [
    'that throws',
    async () => ({
      Slot: () => {
        throw new Error('reviews is undefined');
      },
    }),
    /reviews is undefined/,
    [],
  ],
])(
  'shows the page without a component %s, and names its app, version and slot in the log',
  async (_, load, log, expected) => {
    expectLog(/mf-reviews 1\.0\.0 does not fill product\.below/);
    expectLog(log);
    const { user, failures } = await open(createRemote('mf-reviews', load), createRemote('mf-offers', show('Offers')));
    await expectSoon(() => {
      expect(failures).toEqual(expected);
      expect(main()).toHaveTextContent(/^ProductBuy 1Offers of p1$/);
    });
    await user.click(screen.getByRole('button', { name: 'Buy 1' }));
    expect(screen.getByRole('button', { name: 'Buy 2' })).toBeInTheDocument();
  },
);

it('shows a late component when what follows its slot is below the window, and not while the shopper sees that', async () => {
  const { passed, pass } = createGate();
  await open(createRemote('mf-reviews', () => passed.then(show('Reviews'))));
  passedMs = 120;
  expect(places).toEqual([]);
  await pass();
  const [place] = places;
  expect(place?.element).toBe(screen.getByRole('contentinfo'));
  place?.report(window.innerHeight - 10);
  expect(screen.queryByText('Reviews of p1')).toBeNull();
  place?.report(-200);
  expect(screen.queryByText('Reviews of p1')).toBeNull();
  place?.report(window.innerHeight);
  expect(within(main()).getByText('Reviews of p1')).toBeInTheDocument();
});

it('waits for an element that has come between a late component and what followed it', async () => {
  const { passed, pass } = createGate();
  await open(createRemote('mf-reviews', () => passed.then(show('Reviews'))));
  passedMs = 120;
  await pass();
  const viewed = document.createElement('section');
  main().append(viewed);
  places[0]?.report(window.innerHeight);
  expect(screen.queryByText('Reviews of p1')).toBeNull();
  expect(places[1]?.element).toBe(viewed);
  places[1]?.report(window.innerHeight);
  expect(screen.getByText('Reviews of p1')).toBeInTheDocument();
});

it('shows a component that was loaded before at once', async () => {
  const { passed, pass } = createGate();
  const { go } = await open(createRemote('mf-reviews', () => passed.then(show('Reviews'))));
  passedMs = 120;
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
        ...createRemote('mf-gifts', show('Gifts')),
        links: [
          { slot: 'footer.links', text: 'Gift Cards', to: '/gift-cards', order: 20 },
          { slot: 'header.navigation', text: 'Gifts', to: '/gifts', order: 20 },
        ],
      },
      {
        ...createRemote('mf-reviews', show('Reviews')),
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
