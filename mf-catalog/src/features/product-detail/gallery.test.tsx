import { aStoreInfo } from '@shop/testing/builders';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { fireEvent, screen, within } from '@testing-library/react';
import { openProduct } from '../../testing/open-product';

fakeStoreApi();
beforeEach(() => answer('GET', '/storeInfo', { body: aStoreInfo() }));

it('shows a single picture without thumbnails', async () => {
  const { product } = await openProduct();
  expect(screen.getAllByRole('img')).toHaveLength(1);
  expect(screen.getByRole('img', { name: product.title })).toHaveAttribute('src', product.imgUrl);
  expect(screen.getByRole('img')).toHaveAttribute('loading', 'eager');
});

it('shows the picture of the selected thumbnail', async () => {
  const { user } = await openProduct({
    imgUrl: '/a.jpg',
    images: [{ url: '/a.jpg' }, { url: '/b.jpg', alt: 'From above' }, { url: '/b.jpg' }],
  });
  const thumbnails = within(screen.getByRole('list', { name: 'Pictures' }));
  expect(thumbnails.getAllByRole('button')).toHaveLength(2);
  const second = thumbnails.getByRole('button', { name: 'Show picture 2 of 2' });
  expect(second).toHaveAttribute('aria-pressed', 'false');
  await user.click(second);
  expect(second).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByRole('img', { name: 'From above' })).toHaveAttribute('src', '/b.jpg');
});

it('shows the main picture first when the images do not contain it', async () => {
  await openProduct({ imgUrl: '/main.jpg', images: [{ url: '/b.jpg' }] });
  expect(screen.getByRole('img')).toHaveAttribute('src', '/main.jpg');
  expect(screen.getAllByRole('button', { name: /^Show picture/ })).toHaveLength(2);
});

it('replaces a picture that fails to load [2.product-13 8.store-08]', async () => {
  await openProduct();
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByRole('img')).toHaveAttribute('src', 'asset-stub');
});
