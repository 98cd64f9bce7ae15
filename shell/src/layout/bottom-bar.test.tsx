import { aStoreInfo } from '@shop/testing/builders';
import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen, within } from '@testing-library/react';
import { openShop } from '../testing/open-shop';

fakeStoreApi();

test('the bottom bar links to home, the categories, the account and the cart [2.footer-08]', async () => {
  await openShop(aStoreInfo(), '/products');
  const bar = within(screen.getByRole('navigation', { name: 'Shortcuts' }));
  expect(
    bar.getAllByRole('link').map((link) => [link.textContent?.replace(/^\d+/, ''), link.getAttribute('href')]),
  ).toEqual([
    ['Home', '/'],
    ['Category', '/products'],
    ['My Account', '/account'],
    ['Cart', '/cart'],
  ]);
  expect(bar.getByRole('link', { name: 'Category' })).toHaveAttribute('aria-current', 'page');
});

test('the skip link moves the focus to the main content', async () => {
  const { user } = await openShop();
  await user.tab();
  expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});
