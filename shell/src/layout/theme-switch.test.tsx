import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
import { openShop } from '../testing/open-shop';

fakeStoreApi();

it('switches between light, dark and the device’s theme, and stores the choice [1.display-01 R.35-1]', async () => {
  const { user } = await openShop();
  const choose = async (name: RegExp) => user.click(screen.getByRole('button', { name }));
  await choose(/^Theme: same as your device/);
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  await choose(/^Theme: light/);
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
  expect(localStorage.getItem('theme')).toBe('dark');
  await choose(/^Theme: dark/);
  expect(screen.getByRole('button', { name: /^Theme: same as your device/ })).toBeInTheDocument();
});

it.each(['{bad', 'dim', ''])(
  'uses the device’s theme for the unknown stored value %p [1.display-01]',
  async (stored) => {
    localStorage.setItem('theme', stored);
    await openShop();
    expect(screen.getByRole('button', { name: /^Theme: same as your device/ })).toBeInTheDocument();
    expect(screen.getByRole('main')).toBeInTheDocument();
  },
);
