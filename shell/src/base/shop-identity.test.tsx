import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, within } from '@testing-library/react';
import { catalog } from '../testing/open-shop';
import { renderShop } from '../testing/render-shop';

fakeStoreApi();

test('a failure to load store information shows one toast, and the shop works with its defaults [8.store-01]', async () => {
  answer('GET', '/storeInfo', { status: 500, body: {} });
  await renderShop({ at: '/', remotes: [catalog] });
  const toasts = screen.getByRole('region', { name: 'Notifications' });
  expect(
    await within(toasts).findByText('Failed to load store information. Please refresh the page.'),
  ).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Screen' })).toBeInTheDocument();
  expect(screen.getByRole('navigation', { name: 'Categories' })).toHaveTextContent('Kitchen Tools');
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Home' })).toHaveTextContent('Home');
  expect(screen.getByText(`© ${new Date().getFullYear()}. All rights reserved.`)).toBeInTheDocument();
  expect(calls('GET', '/storeInfo')).toHaveLength(1);
});
