import { screen } from '@testing-library/react';
import { runStandalone } from './run-standalone';

// jsdom has no fonts.
jest.mock('./fonts', () => ({ addShopFonts: () => undefined }));

/** Opens the page of a slot whose component shows its props. */
function openSlot(name: string, query: string): void {
  window.history.replaceState(null, '', `/slot/${name}?${query}`);
  const Slot = (props: object) => <output>{JSON.stringify(props)}</output>;
  runStandalone({ paths: {}, routes: {}, slots: { [name]: async () => ({ slot: { Slot } }) } });
}

afterEach(() => document.body.replaceChildren());

test.each([
  ['product.below', 'productId=1', { productId: '1' }],
  ['product.below', 'productId="1"', { productId: '1' }],
  ['product.below', 'productId=p1', { productId: 'p1' }],
  ['product.below', 'productId=1e3', { productId: '1e3' }],
  ['cart.summary', 'itemCount=2&total=4999', { itemCount: 2, total: 4999 }],
  ['home.section', '', {}],
  ['screen.suggestions', 'productIds=["1","p2"]', { productIds: ['1', 'p2'] }],
])('the page of %s gives its component the props of ?%s as the screen gives them', async (slot, query, props) => {
  openSlot(slot, query);
  expect(JSON.parse((await screen.findByRole('status')).textContent)).toEqual(props);
});
