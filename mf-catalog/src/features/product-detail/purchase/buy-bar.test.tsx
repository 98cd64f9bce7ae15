import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen } from '@testing-library/react';
import { openProduct } from '../../../testing/open-product';

fakeStoreApi();

let observe: (isIntersecting: boolean) => void = () => undefined;

beforeEach(() => {
  window.IntersectionObserver = class {
    constructor(report: IntersectionObserverCallback) {
      observe = (isIntersecting) => act(() => report([{ isIntersecting } as IntersectionObserverEntry], this as never));
    }
    observe() {}
    disconnect() {}
  } as never;
});
afterEach(() => Reflect.deleteProperty(window, 'IntersectionObserver'));

it('shows the second Add to Cart button while the first is out of view, and adds the product with it', async () => {
  const { user, lines, location } = await openProduct();
  expect(screen.getAllByRole('button', { name: 'Add to Cart' })).toHaveLength(1);
  observe(false);
  expect(screen.getAllByRole('button', { name: 'Add to Cart' })).toHaveLength(2);
  observe(true);
  expect(screen.getAllByRole('button', { name: 'Add to Cart' })).toHaveLength(1);
  observe(false);
  const [, second] = screen.getAllByRole('button', { name: 'Add to Cart' });
  await user.click(second as HTMLElement);
  expect(lines()).toMatchObject([{ quantity: 1 }]);
  expect(location().pathname).toBe('/cart');
});
