import { aStoreInfo } from '@shop/testing/builders';
import { answer } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
import { renderShop } from './render-shop';

const Screen = () => <h1>Screen</h1>;

/** A remote with the screens `/`, `/products` and `/search`. They show the heading 'Screen'. */
export const catalog = {
  name: 'mf-catalog',
  paths: [
    { id: 'home', pattern: '/' },
    { id: 'products', pattern: '/products' },
    { id: 'search', pattern: '/search' },
  ],
  load: async () => ({ Screen }),
};

/** Renders the shell at an address of the catalog, and waits for its screen. */
export async function openShop(info: object = aStoreInfo(), at = '/') {
  answer('GET', '/storeInfo', { body: info });
  const shop = await renderShop({ at, remotes: [catalog] });
  await screen.findByRole('heading', { name: 'Screen' });
  return shop;
}
