import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
import { openProduct } from '../../testing/open-product';

fakeStoreApi();

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  jest.restoreAllMocks();
});

/** Gives the browser a share sheet. */
function offerSheet(share: () => Promise<void>): jest.Mock {
  const sheet = jest.fn(share);
  Object.defineProperty(navigator, 'share', { configurable: true, value: sheet });
  return sheet;
}

it('opens the share sheet of the device with the link of the product', async () => {
  const sheet = offerSheet(() => Promise.resolve());
  const { user, product } = await openProduct();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(sheet).toHaveBeenCalledWith({ title: product.title, url: `${window.location.origin}/product/${product.id}` });
  expect(screen.getByRole('region', { name: 'Notifications' })).toBeEmptyDOMElement();
});

it('shows no toast when the shopper closes the sheet', async () => {
  offerSheet(() => Promise.reject(new DOMException('closed', 'AbortError')));
  const { user } = await openProduct();
  await user.click(screen.getByRole('button', { name: 'Share' }));
  expect(screen.getByRole('region', { name: 'Notifications' })).toBeEmptyDOMElement();
});

it('copies the link in a browser without a share sheet', async () => {
  const { user, product } = await openProduct();
  const write = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(write).toHaveBeenCalledWith(`${window.location.origin}/product/${product.id}`);
  expect(await screen.findByText(`Link copied / ${product.title}`)).toBeInTheDocument();
});

it('says that the link is not copied when the browser blocks the clipboard', async () => {
  const { user } = await openProduct();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await screen.findByText('Link not copied / Please copy it from the address bar.')).toBeInTheDocument();
});
