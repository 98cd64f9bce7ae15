import { useCartActions } from '@shop/cart/use-cart';
import { Link, useLocation } from '@shop/router/router';
import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { answer, createDeferred, fakeStoreApi } from '@shop/testing/store-api-fake';
import { networkAnsweredEvent } from '@shop/ui/recovery';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { showCopy } from '../base/device-state';
import { createGate, type FakeRemote, renderShop } from '../testing/render-shop';
import { VersionsGoneError } from './remote-versions';

/** Whether the head of the notice throws while it renders. */
let mockNoticeFails = false;
jest.mock('@shop/ui/document-head', () => {
  const actual = jest.requireActual<typeof import('@shop/ui/document-head')>('@shop/ui/document-head');
  const DocumentHead: typeof actual.DocumentHead = (props) => {
    if (mockNoticeFails && props.title === 'Section unavailable') throw new Error('no title');
    return actual.DocumentHead(props);
  };
  return { ...actual, DocumentHead };
});

fakeStoreApi();
afterEach(() => {
  mockNoticeFails = false;
});
beforeEach(() => answer('GET', '/storeInfo', { body: aStoreInfo() }));

function AddOne() {
  const { add } = useCartActions();
  return (
    <>
      <h1>Catalog</h1>
      <button type="button" onClick={() => add({ id: 'k', name: 'Kadhai', image: '', price: 5, quantity: 1 })}>
        Add
      </button>
    </>
  );
}

const catalog: FakeRemote = {
  name: 'mf-catalog',
  paths: [{ id: 'home', pattern: '/' }],
  load: async () => ({ Screen: AddOne }),
};

const cartRemote = (load: FakeRemote['load']): FakeRemote => ({
  name: 'mf-cart-checkout',
  paths: [{ id: 'cart', pattern: '/cart' }],
  load,
});

/** A screen that does not load while `isDown`. */
function createBreakable(heading: string, isDown = true) {
  const state = { isDown };
  const load = async () => {
    if (state.isDown) throw new Error('refused');
    return { Screen: () => <h1>{heading}</h1> };
  };
  return { state, load };
}

const unavailable = () => screen.findByRole('heading', { name: 'This section is unavailable right now' });

test('falls back to the previous version of a remote, and keeps that version on the page', async () => {
  let isBroken = true;
  const shown: string[] = [];
  const load = async () => {
    if (isBroken) throw new Error('wrong hash');
    shown.push('new');
    return { Screen: () => <h1>New cart</h1> };
  };
  const loadPrevious = async () => ({ Screen: () => <h1>Cart as before</h1> });
  const paths = ['cart', 'checkout'].map((id) => ({ id, pattern: `/${id}` }));
  const remote: FakeRemote = { name: 'mf-cart-checkout', paths, load, loadPrevious };
  const { go } = await renderShop({ at: '/cart', remotes: [remote] });
  expect(await screen.findByRole('heading', { name: 'Cart as before' })).toBeInTheDocument();
  isBroken = false;
  await go('/checkout');
  expect(await screen.findByRole('heading', { name: 'Cart as before' })).toBeInTheDocument();
  expect(shown).toEqual([]);
});

test('does not change the version of a remote that the page has shown', async () => {
  expectLog('mf-cart-checkout 1.0.0 cannot be shown');
  const { state, load } = createBreakable('Cart', false);
  const loadPrevious = async () => ({ Screen: () => <h1>Cart as before</h1> });
  const paths = ['cart', 'checkout'].map((id) => ({ id, pattern: `/${id}` }));
  const remote: FakeRemote = { name: 'mf-cart-checkout', paths, load, loadPrevious };
  const { go } = await renderShop({ at: '/cart', remotes: [remote] });
  await screen.findByRole('heading', { name: 'Cart' });
  state.isDown = true;
  await go('/checkout');
  await unavailable();
});

test('tells an offline shopper that the page is not on the device', async () => {
  expectLog('mf-cart-checkout 1.0.0 cannot be shown');
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await renderShop({ at: '/cart', remotes: [cartRemote(() => Promise.reject(new Error('no line')))] });
  expect(await screen.findByRole('heading', { name: 'This page is not on your device' })).toBeInTheDocument();
  expect(screen.getByText('You are offline. Your cart is kept on this device.')).toBeInTheDocument();
  onLine.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  await unavailable();
  onLine.mockRestore();
});

test.each([
  ['when the shopper comes back to it', ['/', '/cart']],
  ['at another address of the same route', ['/cart?from=menu']],
])('loads a failed screen again %s', async (_when, addresses) => {
  expectLog('cannot be shown');
  const { state, load } = createBreakable('Cart');
  const { go } = await renderShop({ at: '/cart', remotes: [catalog, cartRemote(load)] });
  await unavailable();
  state.isDown = false;
  for (const address of addresses) await go(address);
  expect(await screen.findByRole('heading', { name: 'Cart' })).toBeInTheDocument();
});

test('loads a failed screen again when the network answers, and says before that a silent network is the cause', async () => {
  expectLog('cannot be shown');
  const { state, load } = createBreakable('Cart');
  await renderShop({ at: '/cart', remotes: [cartRemote(load)] });
  await unavailable();
  act(() => showCopy(true));
  expect(screen.getByRole('heading', { name: 'This page is not on your device' })).toBeInTheDocument();
  expect(screen.getByText('The network does not answer. You see what is stored on this device.')).toBeInTheDocument();
  act(() => showCopy(false));
  state.isDown = false;
  await act(async () => void window.dispatchEvent(new Event(networkAnsweredEvent)));
  expect(await screen.findByRole('heading', { name: 'Cart' })).toBeInTheDocument();
});

test.each([
  ['loads a document for a screen whose version the gateway does not know', new VersionsGoneError('gone'), false, true],
  [
    'loads no document in a stored copy, which may name the same versions again',
    new VersionsGoneError('gone'),
    true,
    false,
  ],
  ['loads no document for another failure', new Error('refused'), false, false],
])('%s', async (_case, reason, isStored, isReloaded) => {
  expectLog('cannot be shown');
  // The DOM of the tests reports that it loads no document.
  if (isReloaded) expectLog('Not implemented: navigation');
  act(() => showCopy(isStored));
  await renderShop({ at: '/cart', remotes: [cartRemote(() => Promise.reject(reason))] });
  await screen.findByRole('button', { name: 'Try Again' });
  act(() => showCopy(false));
});

test('shows the notice for a remote that does not load before the timeout', async () => {
  expectLog(/cannot be shown.*The screen did not load within 50 ms/s);
  await renderShop({ at: '/cart', remotes: [cartRemote(() => new Promise(() => undefined))], timeoutMs: 50 });
  await unavailable();
});

test('replaces a screen that throws by the notice, and renders it again with Try Again', async () => {
  expectLog('mf-cart-checkout 1.0.0 cannot be shown');
  let isBroken = true;
  function Screen() {
    if (isBroken) throw new Error('cannot read properties of undefined');
    return <h1>Cart</h1>;
  }
  // React itself reports what an error boundary catches.
  expectLog('cannot read properties of undefined');
  const { user } = await renderShop({ at: '/cart', remotes: [cartRemote(async () => ({ Screen }))] });
  await unavailable();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Cart' })).toBeInTheDocument();
});

function Broken(): never {
  throw new Error('no name');
}

test.each([
  ['does not load', () => Promise.reject(new Error('refused'))],
  ['throws', async () => ({ Screen: Broken })],
])('keeps header and footer when the screen %s and its notice throws', async (_case, load: FakeRemote['load']) => {
  expectLog(/no name|no title|refused/);
  mockNoticeFails = true;
  await renderShop({ at: '/cart', remotes: [cartRemote(load)] });
  expect(await screen.findByRole('contentinfo')).toBeInTheDocument();
  expect(screen.getByRole('banner')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
});

test('renders the screen again at another address of the same route', async () => {
  expectLog('mf-catalog 1.0.0 cannot be shown');
  expectLog('no name');
  function Screen() {
    const { search } = useLocation();
    const [visits, setVisits] = useState(0);
    if (search === '?category=x') throw new Error('no name');
    return (
      <>
        <h1>List {search}</h1>
        <button type="button" onClick={() => setVisits(visits + 1)}>
          {visits} visits
        </button>
      </>
    );
  }
  const list: FakeRemote = {
    name: 'mf-catalog',
    paths: [{ id: 'products', pattern: '/products' }],
    load: async () => ({ Screen }),
  };
  const { user, go } = await renderShop({ at: '/products?category=x', remotes: [list] });
  await unavailable();
  await go('/products?category=x#top');
  await unavailable();
  await go('/products?category=y');
  expect(await screen.findByRole('heading', { name: 'List ?category=y' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '0 visits' }));
  await go('/products?category=z');
  expect(await screen.findByRole('heading', { name: 'List ?category=z' })).toBeInTheDocument();
  // The screen keeps its state at its new address.
  expect(screen.getByRole('button', { name: '1 visits' })).toBeInTheDocument();
});

test('shows the shell’s own not-found screen for a path without an owner', async () => {
  await renderShop({ at: '/nowhere', remotes: [catalog] });
  expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
});

test('redirects a signed-out visitor from a protected path to sign-in [2.routes-19]', async () => {
  const orders: FakeRemote = {
    name: 'mf-account-orders',
    paths: [{ id: 'orders', pattern: '/orders', access: 'signed-in' }],
    load: async () => ({ Screen: () => <h1>Orders</h1> }),
  };
  const { location } = await renderShop({ at: '/orders?page=2', remotes: [orders] });
  await waitFor(() => expect(location().pathname).toBe('/login'));
  expect(location().state).toEqual({ from: { pathname: '/orders', search: '?page=2', hash: '', state: null } });
});

test('loads the remote of a hovered link and the data of its screen', async () => {
  const loadData = jest.fn(async () => {});
  const loadScreen = jest.fn(async () => ({ Screen: () => <h1>Cart</h1>, load: loadData }));
  const { user } = await renderShop({ at: '/nowhere', remotes: [cartRemote(loadScreen)] });
  await user.hover(within(screen.getByRole('banner')).getByRole('link', { name: 'Cart' }));
  await waitFor(() => expect(loadData).toHaveBeenCalledTimes(1));
  expect(loadData).toHaveBeenCalledWith(expect.objectContaining({ params: {} }));
});

test('loads a screen once that is opened while its prefetch fails', async () => {
  expectLog('mf-cart-checkout 1.0.0 cannot be shown');
  const { passed, pass } = createGate();
  const load = jest.fn(() => passed.then(() => Promise.reject(new Error('refused'))));
  const { user, go } = await renderShop({ at: '/', remotes: [catalog, cartRemote(load)] });
  await user.hover(within(screen.getByRole('banner')).getByRole('link', { name: 'Cart' }));
  await go('/cart');
  await pass();
  await unavailable();
  expect(load).toHaveBeenCalledTimes(1);
});

test('shows the result of an attempt that has ended, when the network answers again before it is on screen', async () => {
  expectLog('cannot be shown');
  let attempt: Promise<unknown> = Promise.resolve();
  const load = jest.fn(() => attempt.then(() => Promise.reject(new Error('refused'))));
  await renderShop({ at: '/cart', remotes: [cartRemote(load)] });
  await unavailable();
  const answerNetwork = () => void window.dispatchEvent(new Event(networkAnsweredEvent));
  const second = createDeferred();
  attempt = second.promise;
  await act(async () => answerNetwork());
  // The attempt ends inside `act`, which renders after it: the second answer comes between the two.
  await act(async () => {
    second.resolve();
    await new Promise((resolve) => setTimeout(resolve, 0));
    answerNetwork();
  });
  await unavailable();
  // One load, and the three of the first answer.
  expect(load).toHaveBeenCalledTimes(1 + 3);
});

test('loads nothing for a link to a section of the current page', async () => {
  const load = jest.fn(async () => ({ Screen: () => <h1>Home</h1> }));
  const policy: FakeRemote = {
    name: 'mf-content',
    paths: [{ id: 'policy', pattern: '/:policyType' }],
    load: async () => ({
      Screen: () => (
        <>
          <Link to={{ hash: '#returns' }}>Returns</Link>
          <Link to="#refunds">Refunds</Link>
        </>
      ),
    }),
  };
  const remote: FakeRemote = { name: 'mf-catalog', paths: [{ id: 'home', pattern: '/' }], load };
  const { user } = await renderShop({ at: '/return', remotes: [remote, policy] });
  await user.hover(await screen.findByRole('link', { name: 'Returns' }));
  await user.hover(screen.getByRole('link', { name: 'Refunds' }));
  expect(load).not.toHaveBeenCalled();
});

test('marks in the timeline of the browser that the first screen reacts to input', async () => {
  const mark = jest.fn();
  Object.assign(performance, { mark });
  const { passed, pass } = createGate();
  await renderShop({ at: '/', remotes: [{ ...catalog, load: () => passed.then(catalog.load) }] });
  expect(mark).not.toHaveBeenCalled();
  await pass();
  await screen.findByRole('heading', { name: 'Catalog' });
  expect(mark).toHaveBeenCalledWith('shop-hydrated');
});
