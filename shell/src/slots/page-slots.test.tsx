import { Slot } from '@shop/slots/slot';
import { aStoreInfo } from '@shop/testing/builders';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen } from '@testing-library/react';
import { createGate, type FakeRemote, renderShop } from '../testing/render-shop';
import type { SlotCode } from './page-slots';

fakeStoreApi();

const observed: Element[] = [];
beforeEach(() => {
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  observed.length = 0;
  // It never reports that a place is below the window.
  window.IntersectionObserver = class {
    observe(element: Element) {
      observed.push(element);
    }
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
});

const home: FakeRemote = {
  name: 'mf-catalog',
  paths: [{ id: 'home', pattern: '/' }],
  load: async () => ({
    Screen: () => (
      <>
        <h1>Home</h1>
        <Slot name="home.section" props={{}} />
      </>
    ),
  }),
};
const offers: FakeRemote = {
  name: 'mf-offers',
  paths: [],
  load: () => Promise.reject(new Error('it has no screen')),
  slots: { 'home.section': { order: 100, load: async () => ({ Slot: () => <p>Offers</p> }) } },
};

type LoadSlots = (load: () => Promise<SlotCode>) => Promise<SlotCode>;

async function open(loadSlots: LoadSlots, ...remotes: FakeRemote[]) {
  const shop = await renderShop({ at: '/', remotes: [home, ...remotes], loadSlots });
  await screen.findByRole('heading', { name: 'Home' });
  return shop;
}

it('loads no code of slots in a composition without fillers', async () => {
  const loadSlots = jest.fn<Promise<SlotCode>, Parameters<LoadSlots>>((load) => load());
  await open(loadSlots, { ...offers, slots: {} });
  expect(loadSlots).not.toHaveBeenCalled();
});

it('loads the code of slots again after one failure, and shows the filler', async () => {
  let attempts = 0;
  const { failures } = await open((load) => {
    attempts += 1;
    return attempts === 1 ? Promise.reject(new Error('offline for a moment')) : load();
  }, offers);
  expect(await screen.findByText('Offers')).toBeInTheDocument();
  expect(failures).toEqual([]);
});

it('shows the page without fillers when the code of slots does not load, and reports that once', async () => {
  const { failures } = await open(() => Promise.reject(new Error('wrong hash')), offers);
  expect(screen.getByRole('main')).toHaveTextContent(/^Home$/);
  expect(failures).toEqual(['the code of slots']);
});

it('treats a filler as late when the code of slots is late, so that it moves nothing that the shopper sees', async () => {
  const { passed, pass } = createGate();
  await open((load) => passed.then(load), offers);
  await act(() => new Promise((resolve) => setTimeout(resolve, 120)));
  await pass();
  expect(observed).toHaveLength(1);
  expect(screen.getByRole('main')).toHaveTextContent(/^Home$/);
});
