import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, within } from '@testing-library/react';
import { renderShop } from '../testing/render-shop';

fakeStoreApi();
jest.mock('./mobile-menu-drawer', () => {
  throw new Error('no line');
});

test('a menu that does not load shows a toast and keeps the shop working', async () => {
  expectLog('The menu did not load');
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  const { user } = await renderShop({ at: '/' });
  await user.click(screen.getByRole('button', { name: 'Menu' }));
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }));
  expect(await toasts.findByText('The menu did not load')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Menu' })).toHaveAttribute('aria-expanded', 'false');
});
