import { aStoreInfo } from '@shop/testing/builders';
import { expectLog } from '@shop/testing/console-watch';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
import { renderShop } from '../testing/render-shop';
import { sessionScreens } from './session-routes';

fakeStoreApi();

test('a sign-in screen that does not load shows a notice and keeps the shop working', async () => {
  expectLog('sign-in cannot be shown');
  answer('GET', '/storeInfo', { body: aStoreInfo() });
  jest.spyOn(sessionScreens, 'login').mockRejectedValue(new Error('no line'));
  const { user, location } = await renderShop({ at: '/login' });
  expect(await screen.findByRole('heading', { name: 'This section is unavailable right now' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeEnabled();
  await user.click(screen.getByRole('link', { name: 'Return to Home' }));
  expect(await screen.findByRole('banner')).toBeInTheDocument();
  expect(location().pathname).toBe('/');
});
