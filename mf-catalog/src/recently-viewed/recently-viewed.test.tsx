import { aProduct, aProductList, aStoreInfo } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../paths';
import { routes } from '../routes';
import { maxViewed, parseViewed, viewedKey, withViewed } from './viewed-products';

fakeStoreApi();

const products = ['Kadhai', 'Tawa', 'Dabba'].map((title, at) => aProduct({ id: `p${at + 1}`, title }));

beforeEach(() => {
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  answer('GET', '/products', { body: aProductList(products) });
  for (const product of products) answer('GET', `/products/${product.id}`, { body: product });
});

const open = (at: string) => renderRoutes({ paths, routes, at });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const rail = () => screen.findByRole('region', { name: 'Recently viewed' });
const railNames = async () =>
  within(await rail())
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

it('shows nothing to a first visitor', async () => {
  open('/product/p1');
  await heading('Kadhai');
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).not.toBeInTheDocument();
});

it('shows what was looked at, the last one first, without the product of the page', async () => {
  const { goTo } = open('/product/p1');
  await heading('Kadhai');
  goTo('/product/p2');
  await heading('Tawa');
  expect(await railNames()).toEqual(['Kadhai']);
  goTo('/product/p3');
  await heading('Dabba');
  expect(await railNames()).toEqual(['Tawa', 'Kadhai']);
  goTo('/');
  await waitFor(async () => expect(await railNames()).toEqual(['Dabba', 'Tawa', 'Kadhai']));
  expect(within(await rail()).getByRole('link', { name: 'Tawa' })).toHaveAttribute('href', '/product/p2');
});

it('follows another tab, whatever it writes', async () => {
  open('/product/p1');
  await heading('Kadhai');
  const write = (text: string) =>
    act(() => {
      window.localStorage.setItem(viewedKey, text);
      window.dispatchEvent(new StorageEvent('storage', { key: viewedKey, newValue: text }));
    });
  write('[{"id":"x","title":"Elsewhere"},{"id":""},7]');
  expect(await railNames()).toEqual(['Elsewhere']);
  write('{not json');
  expect(screen.queryByRole('region', { name: 'Recently viewed' })).not.toBeInTheDocument();
});

it.each([null, '', '{', '{}', '"x"', 'null', '[[]]'])('reads %p as nothing looked at', (text) => {
  expect(parseViewed(text)).toEqual([]);
});

it('stays bounded, and notes no price', () => {
  let text = '[]';
  for (let at = 0; at < 30; at++) {
    const [product] = parseViewed(JSON.stringify([aProduct({ id: `p${at}` })]));
    if (product) text = withViewed(parseViewed(text), product);
  }
  expect(parseViewed(text)).toHaveLength(maxViewed);
  expect(parseViewed(text)[0]?.id).toBe('p29');
  expect(text).not.toMatch(/price/i);
});
