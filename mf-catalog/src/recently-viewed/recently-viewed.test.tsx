import { decodeProducts } from '@shop/api-contract/decoders/product';
import { aProduct, aProductList } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../paths';
import { routes } from '../routes';
import { addViewedProduct, maxViewedProducts, viewedProductsKey } from './viewed-products';

fakeStoreApi();

const products = ['Kadhai', 'Tawa', 'Dabba'].map((title, index) => aProduct({ id: `p${index + 1}`, title }));

beforeEach(() => {
  answer('GET', '/products', { body: aProductList(products) });
  for (const product of products) answer('GET', `/products/${product.id}`, { body: product });
});

const open = (at: string) => renderRoutes({ paths, routes, at });
const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name });
const findRail = () => screen.findByRole('region', { name: 'Recently viewed' });
const getRailNames = async () =>
  within(await findRail())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

it('shows no rail on the first visit', async () => {
  open('/product/p1');
  await findHeading('Kadhai');
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).not.toBeInTheDocument();
});

it('shows the viewed products, the latest first, without the product of the page', async () => {
  const { goTo } = open('/product/p1');
  await findHeading('Kadhai');
  goTo('/product/p2');
  await findHeading('Tawa');
  expect(await getRailNames()).toEqual(['Kadhai']);
  goTo('/product/p3');
  await findHeading('Dabba');
  expect(await getRailNames()).toEqual(['Tawa', 'Kadhai']);
  goTo('/');
  await waitFor(async () => expect(await getRailNames()).toEqual(['Dabba', 'Tawa', 'Kadhai']));
  expect(within(await findRail()).getByRole('link', { name: 'Tawa' })).toHaveAttribute('href', '/product/p2');
});

it('forgets a product that the shop no longer has when its page opens', async () => {
  const viewed = ['Pan', 'Kadhai'].map((title, index) => ({ id: `p${index}`, title }));
  window.localStorage.setItem(viewedProductsKey, JSON.stringify(viewed));
  answer('GET', '/products/p0', { status: 404, body: { error: 'Product not found.' } });
  const { goTo } = open('/product/p0');
  await findHeading('Product Not Found');
  await waitFor(() => expect(window.localStorage.getItem(viewedProductsKey)).not.toContain('Pan'));
  goTo('/');
  expect(await getRailNames()).toEqual(['Kadhai']);
});

it('follows changes of another tab and ignores invalid text', async () => {
  open('/product/p1');
  await findHeading('Kadhai');
  const write = (text: string) =>
    act(() => {
      window.localStorage.setItem(viewedProductsKey, text);
      window.dispatchEvent(new StorageEvent('storage', { key: viewedProductsKey, newValue: text }));
    });
  write('[{"id":"x","title":"Elsewhere"},{"id":""},7]');
  expect(await getRailNames()).toEqual(['Elsewhere']);
  write('{not json');
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).not.toBeInTheDocument();
});

it.each([null, '{}', '{not json', '[[]]'])('replaces the stored text %p by a list of the viewed product', (text) => {
  const [product] = decodeProducts([aProduct({ id: 'p1' })]);
  if (!product) throw new Error('no product');
  expect(JSON.parse(addViewedProduct(text, product))).toMatchObject([{ id: 'p1' }]);
});

it('stores a limited number of products without prices', () => {
  const viewed = decodeProducts(Array.from({ length: 30 }, (_, index) => aProduct({ id: `p${index}` })));
  const text = viewed.reduce(addViewedProduct, '[]');
  const stored = decodeProducts(JSON.parse(text));
  expect(stored).toHaveLength(maxViewedProducts);
  expect(stored[0]?.id).toBe('p29');
  expect(text).not.toMatch(/price/i);
});
