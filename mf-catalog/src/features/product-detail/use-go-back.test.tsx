import { createMemoryHistory, Router } from '@shop/router/host';
import { aProduct, aProductList } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, render, screen } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';
import { openProduct } from '../../testing/open-product';
import { useGoBack } from './product-detail';

fakeStoreApi();

beforeEach(() => {
  answer('GET', '/products', { body: aProductList([]) });
});

it('returns to the page of the shop that linked to the product [2.product-01]', async () => {
  const product = aProduct();
  answer('GET', '/products', { body: aProductList([product]) });
  answer('GET', `/products/${product.id}`, { body: product });
  const { user, location } = renderRoutes({ paths, routes, at: '/products?category=cookware&page=1' });
  await user.click(await screen.findByRole('link', { name: product.title }));
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect(location().pathname + location().search).toBe('/products?category=cookware&page=1');
});

it('opens the product list when the visit began at the product', async () => {
  const { user, location } = await openProduct();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(location().pathname).toBe('/products');
});

describe('on an entry that a document load created', () => {
  const pageBefore = '/products?category=cookware&page=2';

  afterEach(() => {
    Reflect.deleteProperty(document, 'referrer');
    jest.restoreAllMocks();
  });

  function BackButton() {
    return (
      <button type="button" onClick={useGoBack()}>
        Back
      </button>
    );
  }

  /** Clicks Back on an entry with the key of a document load. @returns The URL after it. */
  function clickBack(): string {
    const initialEntries = [pageBefore, { pathname: '/product/p1', key: 'default' }];
    const history = createMemoryHistory({ initialEntries });
    render(
      <Router location={history.location} navigator={history}>
        <BackButton />
      </Router>,
    );
    act(() => screen.getByRole('button', { name: 'Back' }).click());
    return history.createHref(history.location);
  }

  const { origin } = window.location;

  it.each([
    ['returns to the previous page', 'a page of the shop is the referrer', `${origin}/products`, 2, pageBefore],
    ['opens the product list', 'another origin is the referrer', 'https://search.example/', 2, '/products'],
    ['opens the product list', 'the referrer only begins alike', `${origin}.example/`, 2, '/products'],
    ['opens the product list', 'the tab is new', `${origin}/products`, 1, '/products'],
  ])('%s when %s', (_result, _condition, referrer, entries, expected) => {
    jest.spyOn(window.history, 'length', 'get').mockReturnValue(entries);
    Object.defineProperty(document, 'referrer', { configurable: true, value: referrer });
    expect(clickBack()).toBe(expected);
  });
});
