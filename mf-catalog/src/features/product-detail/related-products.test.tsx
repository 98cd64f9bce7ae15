import { aProduct, aProductList } from '@shop/testing/builders';
import { answer, calls, createDeferred, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { openProduct } from '../../testing/open-product';

fakeStoreApi();

let observers: ((isIntersecting: boolean) => void)[] = [];

beforeEach(() => {
  observers = [];
  window.IntersectionObserver = class {
    constructor(report: IntersectionObserverCallback) {
      observers.push((isIntersecting) => report([{ isIntersecting } as IntersectionObserverEntry], this as never));
    }
    observe() {}
    disconnect() {}
  } as never;
});
afterEach(() => Reflect.deleteProperty(window, 'IntersectionObserver'));

const comeNear = () =>
  act(() => {
    for (const observe of observers) observe(true);
  });
const getRail = () => screen.queryByRole('region', { name: 'You may also like' });

it('loads up to four other products of the category when the shopper comes near, those of the sub-category first', async () => {
  const product = aProduct({ id: 'p0', parentCategory: 'Pans' });
  const others = ['Iron', 'Iron', 'Pans', 'Iron', 'Iron'].map((parentCategory, index) =>
    aProduct({ id: `p${index + 1}`, title: `Pan ${index + 1}`, parentCategory, regularPrice: 100 + index }),
  );
  answer('GET', '/products', { body: aProductList([product, ...others]) });
  await openProduct(product);
  expect(calls('GET', '/products')).toEqual([]);
  comeNear();
  const rail = within(getRail() as HTMLElement);
  const links = await rail.findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Pan 3₹102', 'Pan 1₹100', 'Pan 2₹101', 'Pan 4₹103']);
  expect(links[0]).toHaveAttribute('href', '/product/p3');
  expect(calls('GET', '/products').map(({ query }) => query)).toEqual([
    { page: '1', limit: '12', category: 'cookware' },
  ]);
});

it('is busy while a request runs, and not before the shopper comes near', async () => {
  const arrival = createDeferred();
  const product = aProduct({ id: 'p0' });
  answer('GET', '/products', { body: aProductList([product, aProduct({ id: 'p1' })]), after: arrival.promise });
  await openProduct(product);
  expect(getRail()).toHaveAttribute('aria-busy', 'false');
  comeNear();
  expect(getRail()).toHaveAttribute('aria-busy', 'true');
  arrival.resolve();
  await waitFor(() => expect(getRail()).toHaveAttribute('aria-busy', 'false'));
});

it('shows nothing when the category has no other product', async () => {
  const product = aProduct();
  answer('GET', '/products', { body: aProductList([product]) });
  await openProduct(product);
  comeNear();
  await waitFor(() => expect(getRail()).not.toBeInTheDocument());
});

it('shows nothing when the products fail to load', async () => {
  answer('GET', '/products', { status: 500, body: null });
  await openProduct();
  comeNear();
  await waitFor(() => expect(getRail()).not.toBeInTheDocument());
});

it('sends no request for a product without a category', async () => {
  await openProduct({ category: '' });
  comeNear();
  expect(getRail()).not.toBeInTheDocument();
  expect(calls('GET', '/products')).toEqual([]);
});
