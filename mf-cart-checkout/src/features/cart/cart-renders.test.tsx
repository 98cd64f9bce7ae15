import { aProduct } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { Picture } from '@shop/ui/picture';
import { screen, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

jest.mock('@shop/ui/picture', () => {
  const actual = jest.requireActual<typeof import('@shop/ui/picture')>('@shop/ui/picture');
  return { ...actual, Picture: jest.fn(actual.Picture) };
});

fakeStoreApi();

it('renders one line of a long cart when its quantity changes', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => ({
    id: `p${index}`,
    name: `Dabba ${index}`,
    image: '',
    price: 100,
    quantity: 1,
  }));
  window.localStorage.setItem('cart', JSON.stringify(lines));
  for (const { id } of lines) answer('GET', `/products/${id}`, { body: aProduct({ id, regularPrice: 100 }) });
  const { user } = renderRoutes({ paths, routes, at: '/cart' });
  const line = within(await screen.findByRole('group', { name: 'Quantity of Dabba 7' }));
  jest.mocked(Picture).mockClear();
  await user.click(line.getByRole('button', { name: 'Increase quantity' }));
  expect(line.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2');
  expect(Picture).toHaveBeenCalledTimes(1);
});
