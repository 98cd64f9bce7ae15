import { aProduct, aProductList } from '@shop/testing/builders';
import { renderRoutes } from '@shop/testing/render-routes';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { Picture } from '@shop/ui/picture';
import { act, screen, waitFor, within } from '@testing-library/react';
import { paths } from '../../paths';
import { routes } from '../../routes';

jest.mock('@shop/ui/picture', () => {
  const actual = jest.requireActual<typeof import('@shop/ui/picture')>('@shop/ui/picture');
  return { ...actual, Picture: jest.fn(actual.Picture) };
});

fakeStoreApi();

function storeCart(length: number) {
  const lines = Array.from({ length }, (_, index) => ({
    id: `p${index}`,
    name: `Dabba ${index}`,
    image: '',
    price: 100,
    quantity: 1,
  }));
  window.localStorage.setItem('cart', JSON.stringify(lines));
  const headers = { 'accept-product-ids': 'true' };
  for (const { id } of lines) answer('GET', `/products/${id}`, { body: aProduct({ id, regularPrice: 100 }), headers });
  answer('GET', '/products', ({ search }) => ({
    body: aProductList(search.getAll('id').map((id) => aProduct({ id, regularPrice: id === 'p150' ? 120 : 100 }))),
    headers,
  }));
}

it('renders one line of a long cart when its quantity changes', async () => {
  storeCart(60);
  const { user } = renderRoutes({ paths, routes, at: '/cart' });
  const line = within(await screen.findByRole('group', { name: 'Quantity of Dabba 7' }));
  jest.mocked(Picture).mockClear();
  await user.click(line.getByRole('button', { name: 'Increase quantity' }));
  expect(line.getByRole('textbox', { name: 'Quantity' })).toHaveValue('2');
  expect(Picture).toHaveBeenCalledTimes(1);
});

describe('a cart of 200 lines in a browser that knows which lines are near', () => {
  let show: (line: Element) => void = () => undefined;
  beforeEach(() => {
    window.IntersectionObserver = class {
      constructor(report: IntersectionObserverCallback) {
        show = (target) =>
          act(() => report([{ isIntersecting: true, target } as IntersectionObserverEntry], this as never));
      }
      observe() {}
      unobserve() {}
    } as never;
  });
  afterEach(() => Reflect.deleteProperty(window, 'IntersectionObserver'));

  it('sends at most nine calls for products and renders complete lines only where they are near', async () => {
    storeCart(200);
    renderRoutes({ paths, routes, at: '/cart' });
    const list = await screen.findByRole('list', { name: 'Items in your cart' });
    const lines = within(list).getAllByRole('listitem');
    expect(lines).toHaveLength(200);
    expect(list.querySelectorAll('*').length).toBeLessThan(200 * 4 + 6 * 40);
    expect(await screen.findByText('Price changed: was ₹100, now ₹120')).toBeInTheDocument();
    expect(calls('GET').filter(({ path }) => path.startsWith('/products')).length).toBeLessThanOrEqual(9);

    const far = lines[120] as HTMLElement;
    expect(within(far).getByRole('link', { name: 'Dabba 120' })).toHaveAttribute('href', '/product/p120');
    expect(within(far).queryByRole('button')).not.toBeInTheDocument();
    const link = within(far).getByRole('link');
    link.focus();
    show(far);
    expect(within(far).getByRole('button', { name: 'Remove Dabba 120' })).toBeInTheDocument();
    expect(link).toHaveFocus();
  });

  it('is printed with all lines complete', async () => {
    storeCart(200);
    renderRoutes({ paths, routes, at: '/cart' });
    await screen.findByRole('link', { name: 'Dabba 199' });
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    await waitFor(() => expect(screen.getAllByRole('button', { name: /^Remove / })).toHaveLength(200));
  });
});
