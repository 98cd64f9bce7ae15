import { aProduct, aProductList, aStoreInfo } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, createDeferred, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';
import { openProduct, sizes } from '../../testing/open-product';

fakeStoreApi();

const notFound =
  "We couldn't find the product you're looking for. It may have been removed or is temporarily unavailable.";
const open = (at: string) => renderRoutes({ paths, routes, at });

/** Returns the visible element with a price. The hidden buy bar shows the price a second time. */
const getPrice = (text: string) => screen.getByText(text, { selector: ':not([hidden] *)' });

describe('states', () => {
  it('shows a placeholder with a heading while the product loads [4.product-01]', async () => {
    answer('GET', '/products/p1', 'never');
    open('/product/p1');
    expect(await screen.findByRole('status')).toHaveTextContent('Loading product');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Product');
  });

  it.each<[string, FakeAnswer]>([
    ['the status 404', { status: 404, body: { error: 'Product not found.' } }],
    ['an empty response', { text: '' }],
  ])(
    'shows Product Not Found after %s [2.product-11 2.product-12 4.product-01 8.store-04 R.30-1 R.30-3]',
    async (_case, reply) => {
      answer('GET', '/products/p1', reply);
      open('/product/p1');
      expect(await screen.findByRole('heading', { level: 1, name: 'Product Not Found' })).toBeVisible();
      expect(screen.getByText(notFound)).toBeVisible();
      expect(screen.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products');
      expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
      await waitFor(() => expect(document.title).toBe('Product Not Found – Tamra & Teak'));
    },
  );

  it('sends no request without an id [7.calls-11]', async () => {
    open('/product/%20');
    expect(await screen.findByRole('heading', { name: 'Product Not Found' })).toBeVisible();
    expect(calls('GET').filter(({ path }) => path.startsWith('/products'))).toEqual([]);
  });

  it.each<[string, FakeAnswer]>([
    ['the status 500', { status: 500, body: { error: 'down' } }],
    ['no response', 'no response'],
    ['a product without a title', { body: { id: 'p1' } }],
  ])(
    'shows the error message after %s, and loads again on Try Again [4.product-01 8.store-05 R.11-1 R.30-2 R.30-3]',
    async (_case, reply) => {
      answer('GET', '/products/p1', reply);
      const { user } = open('/product/p1');
      expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load product details');
      expect(screen.getByRole('link', { name: 'Browse Products' })).toHaveAttribute('href', '/products');
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      const looks = [
        screen.getByRole('button', { name: 'Try Again' }),
        screen.getByRole('link', { name: 'Browse Products' }),
      ];
      expect(new Set(looks.map(({ className }) => className)).size).toBe(2);
      answer('GET', '/products/p1', { body: aProduct({ id: 'p1', title: 'Late Pan' }) });
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      expect(await screen.findByRole('heading', { level: 1, name: 'Late Pan' })).toBeVisible();
    },
  );

  describe('from a list', () => {
    /** Opens a product of a list, whose own response waits for `arrive`. */
    async function openFromList(reply: FakeAnswer) {
      const { promise, resolve } = createDeferred();
      answer('GET', '/products', { body: aProductList([aProduct({ id: 'p1', title: 'Tawa', regularPrice: 900 })]) });
      answer('GET', '/products/p1', { ...(reply as object), after: promise });
      const { user } = open('/products?category=cookware');
      await user.click(await screen.findByRole('link', { name: 'Tawa' }));
      expect(await screen.findByRole('heading', { level: 1, name: 'Tawa' })).toBeVisible();
      expect(getPrice('₹900')).toBeVisible();
      return { arrive: resolve };
    }

    it('shows what the list has at once, and the current price when it arrives', async () => {
      const { arrive } = await openFromList({ body: aProduct({ id: 'p1', title: 'Tawa', regularPrice: 950 }) });
      arrive();
      await waitFor(() => expect(getPrice('₹950')).toBeVisible());
      expect(screen.queryByText('₹900')).not.toBeInTheDocument();
    });

    it('shows Product Not Found when the product is gone', async () => {
      const { arrive } = await openFromList({ status: 404, body: { error: 'Product not found.' } });
      arrive();
      expect(await screen.findByRole('heading', { level: 1, name: 'Product Not Found' })).toBeVisible();
    });

    it('shows the error message when the product fails to load', async () => {
      const { arrive } = await openFromList({ status: 500, body: { error: 'down' } });
      arrive();
      expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load product details');
    });
  });

  it('never shows a product at the URL of another product', async () => {
    const { user, store, goTo } = await openProduct({ id: 'one', title: 'First', attributes: [sizes('S', 'M')] });
    await user.click(screen.getByRole('radio', { name: 'M' }));
    await user.click(screen.getByRole('button', { name: 'Increase quantity' }));
    const arrival = createDeferred();
    answer('GET', '/products/two', {
      body: aProduct({ id: 'two', title: 'Second', attributes: [sizes('S', 'M')] }),
      after: arrival.promise,
    });
    goTo('/product/two');
    expect(screen.getByRole('status')).toHaveTextContent('Loading product');
    expect(screen.queryByText('First')).not.toBeInTheDocument();
    arrival.resolve();
    expect(await screen.findByRole('heading', { level: 1, name: 'Second' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'M' })).not.toBeChecked();
    expect(screen.getByRole('textbox', { name: 'Quantity' })).toHaveValue('1');
    expect(store.getState().cart.lines).toEqual([]);
  });
});

describe('what is shown', () => {
  it('shows name, price, category, description and the first eight characters of the id [1.product-01 2.product-07 4.product-01 7.calls-10 9.constants-24]', async () => {
    await openProduct({ discountedPrice: 4499 });
    expect(getPrice('₹4,499')).toBeVisible();
    expect(getPrice('₹4,999')).toBeVisible();
    expect(screen.getByText('Sale')).toBeVisible();
    const path = within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
    expect(path.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Home',
      'Cookware',
      'Hammered Copper Saucepan',
    ]);
    expect(path.getByRole('link', { name: 'Cookware' })).toHaveAttribute('href', '/products?category=cookware');
    expect(path.getByText('Hammered Copper Saucepan')).toHaveAttribute('aria-current', 'page');
    expect(screen.getByText('Two litres, tinned by hand.')).toBeVisible();
    expect(screen.getByText('Product ID: b7c1f2d4')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Hammered Copper Saucepan – Tamra & Teak'));
  });

  it('lists every other attribute under details', async () => {
    await openProduct({
      attributes: [sizes('S'), { key: 'netQuantity', value: ['1 piece'] }, { key: 'fitForGods', value: ['yes', 'no'] }],
    });
    expect(screen.getByRole('heading', { level: 2, name: 'Details' })).toBeVisible();
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Net quantity', 'Fit for gods']);
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['1 piece', 'yes, no']);
  });

  const [shipping, returns, refund] = ['<p>Own shipping</p>', '<p>Own returns</p>', '<p>Own refunds</p>'];
  const usual = [
    'Free delivery within 0-7 working days',
    'Returns within 0-7 days of receipt',
    'Refunds within 0-7 working days',
  ];
  it.each<[shop: string, info: Parameters<typeof aStoreInfo>[0], texts: string[]]>([
    ['without policies of its own', {}, usual],
    ['that announces the time of delivery', { policies: { shipping }, deliveryDays: { min: 0, max: 7 } }, usual],
    [
      'that announces another time, with policies of its own',
      { policies: { shipping, return: returns, refund }, deliveryDays: { min: 5, max: 5 } },
      ['Free delivery within 5 working days', 'Return and Cancellation Policy', 'Refund Policy'],
    ],
    [
      'that delivers within a day',
      { deliveryDays: { min: 1, max: 1 } },
      ['Free delivery within 1 working day', ...usual.slice(1)],
    ],
    ['with a shipping policy of its own', { policies: { shipping } }, ['Shipping Policy', ...usual.slice(1)]],
  ])('shows the terms of a shop %s, with links to their policies', async (_shop, info, texts) => {
    answer('GET', '/storeInfo', { body: aStoreInfo(info) });
    await openProduct();
    await waitFor(() => expect(document.title).toContain('Tamra & Teak'));
    const links = within(screen.getByRole('list', { name: 'Delivery and returns' })).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(texts);
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/shipping', '/return', '/refund']);
  });

  it('shows no empty sections for a product with few fields', async () => {
    await openProduct({ id: 'x', title: 'Bare', description: '', category: '' });
    expect(screen.queryByRole('heading', { name: 'Description' })).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Details' })).not.toBeInTheDocument();
    expect(screen.queryByRole('radiogroup')).not.toBeInTheDocument();
    expect(screen.getByText('Product ID: x')).toBeVisible();
  });
});

it('shows the main picture first, then the picture of the selected thumbnail', async () => {
  const { user } = await openProduct({
    imgUrl: '/main.jpg',
    images: [{ url: '/b.jpg', alt: 'From above' }, { url: '/b.jpg' }],
  });
  const [main, other] = screen.getAllByRole('img');
  expect(main).toHaveAttribute('src', '/main.jpg');
  expect(main).toHaveAttribute('loading', 'eager');
  expect(other).toHaveAttribute('loading', 'lazy');
  const thumbnails = within(screen.getByRole('list', { name: 'Pictures' }));
  expect(thumbnails.getAllByRole('button')).toHaveLength(2);
  const second = thumbnails.getByRole('button', { name: 'Show picture 2 of 2' });
  expect(second).toHaveAttribute('aria-pressed', 'false');
  await user.click(second);
  expect(second).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('img', { name: 'From above' })).toHaveAttribute('src', '/b.jpg');
});

it('shows a single picture without thumbnails, and replaces it when it fails to load [2.product-13 8.store-08]', async () => {
  await openProduct();
  expect(screen.queryByRole('list', { name: 'Pictures' })).not.toBeInTheDocument();
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByRole('img')).toHaveAttribute('src', 'asset-stub');
});
