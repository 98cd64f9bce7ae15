import { fakeStoreApi } from '@shop/testing/store-api-fake';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openProduct } from '../../../testing/open-product';

fakeStoreApi();

afterEach(() => {
  document.dir = '';
});

/** Opens a product with three pictures. */
const openGallery = () => openProduct({ imgUrl: '/1.jpg', images: [{ url: '/2.jpg', alt: 'Lid' }, { url: '/3.jpg' }] });

function openWithFocus(this: HTMLDialogElement) {
  this.open = true;
  this.querySelector('button')?.focus();
}

/** Returns the name of the thumbnail of the picture in view. */
const getPressed = () => screen.getByRole('button', { pressed: true }).getAttribute('aria-label');

it('moves to the neighbours of a picture, from the last to the first and back', async () => {
  const { user } = await openGallery();
  const next = screen.getByRole('button', { name: 'Next picture' });
  await user.click(next);
  await user.click(next);
  expect(getPressed()).toBe('Show picture 3 of 3');
  expect(screen.getByText('3 / 3')).toBeVisible();
  expect(screen.getByText('3 / 3')).toHaveAttribute('aria-live', 'polite');
  await user.click(next);
  expect(getPressed()).toBe('Show picture 1 of 3');
  await user.click(screen.getByRole('button', { name: 'Previous picture' }));
  expect(getPressed()).toBe('Show picture 3 of 3');
});

it('follows a swipe', async () => {
  const { product } = await openGallery();
  const row = screen.getByRole('list', { name: product.title });
  Object.defineProperty(row, 'clientWidth', { value: 300 });
  row.scrollLeft = 310;
  fireEvent.scroll(row);
  expect(getPressed()).toBe('Show picture 2 of 3');
});

it('passes the pictures between, so that a second click during the scroll counts', async () => {
  const { user, product } = await openGallery();
  const row = screen.getByRole('list', { name: product.title });
  Object.defineProperty(row, 'clientWidth', { value: 300 });
  const scrollTo = (position: number) => {
    row.scrollLeft = position;
    fireEvent.scroll(row);
  };
  await user.click(screen.getByRole('button', { name: 'Next picture' }));
  scrollTo(100);
  expect(getPressed()).toBe('Show picture 2 of 3');
  await user.click(screen.getByRole('button', { name: 'Next picture' }));
  for (const position of [140, 300, 420]) {
    scrollTo(position);
    expect(getPressed()).toBe('Show picture 3 of 3');
  }
  fireEvent.pointerDown(row);
  scrollTo(310);
  expect(getPressed()).toBe('Show picture 2 of 3');
});

it('shows the picture also when the browser ends the scroll early', async () => {
  const { user, product } = await openGallery();
  const row = screen.getByRole('list', { name: product.title });
  Object.defineProperty(row, 'clientWidth', { value: 300 });
  await user.click(screen.getByRole('button', { name: 'Next picture' }));
  row.scrollLeft = 10;
  fireEvent.scroll(row);
  await waitFor(() => expect(row.scrollLeft).toBe(300));
  expect(getPressed()).toBe('Show picture 2 of 3');
});

it('scrolls and follows to the left in a page that is written from right to left', async () => {
  document.dir = 'rtl';
  const { user, product } = await openGallery();
  const row = screen.getByRole('list', { name: product.title });
  Object.defineProperty(row, 'clientWidth', { value: 300 });
  await user.click(screen.getByRole('button', { name: 'Next picture' }));
  expect(row.scrollLeft).toBe(-300);
  row.scrollLeft = -610;
  fireEvent.scroll(row);
  expect(getPressed()).toBe('Show picture 3 of 3');
});

it('loads only the first picture before it is in view', async () => {
  const { product } = await openGallery();
  const pictures = within(screen.getByRole('list', { name: product.title })).getAllByRole('img');
  expect(pictures.map((picture) => picture.getAttribute('loading'))).toEqual(['eager', 'lazy', 'lazy']);
});

it('shows no arrows for a single picture, and zooms it', async () => {
  const { user, product } = await openProduct();
  expect(screen.queryByRole('button', { name: 'Next picture' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Zoom picture 1 of 1' }));
  expect(await screen.findByRole('dialog', { name: `Pictures of ${product.title}` })).toBeVisible();
});

it('offers no zoom of the drawing that stands in for a picture', async () => {
  await openProduct({ imgUrl: '', images: [] });
  expect(screen.queryByRole('button', { name: /^Zoom/ })).not.toBeInTheDocument();
});

it('enlarges the picture on a click in the full-screen view, and shows the last picture after it', async () => {
  const { user } = await openGallery();
  await user.click(screen.getByRole('button', { name: 'Zoom picture 1 of 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Next picture' }));
  await user.click(dialog.getByRole('button', { name: 'Zoom in: Lid' }));
  expect(dialog.getByRole('button', { name: 'Zoom out: Lid' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(getPressed()).toBe('Show picture 2 of 3');
});

it('has the focus on the picture in view of the full-screen view, also after a scroll', async () => {
  const { user } = await openGallery();
  await user.click(screen.getByRole('button', { name: 'Show picture 2 of 3' }));
  // jsdom leaves the focus where it is. A browser gives it to the first control of the dialog.
  const showModal = jest.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(openWithFocus);
  await user.click(screen.getByRole('button', { name: 'Zoom picture 2 of 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  showModal.mockRestore();
  const pictures = dialog.getAllByRole('button', { name: /^Zoom in/ });
  expect(pictures[1]).toHaveFocus();
  expect(pictures.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
  const row = dialog.getByRole('list');
  Object.defineProperty(row, 'clientWidth', { value: 300 });
  row.scrollLeft = 610;
  fireEvent.scroll(row);
  expect(pictures[2]).toHaveFocus();
  const next = dialog.getByRole('button', { name: 'Next picture' });
  await user.click(next);
  expect(next).toHaveFocus();
});

it('zooms once on a double tap, and out again on the next', async () => {
  const { user } = await openGallery();
  await user.click(screen.getByRole('button', { name: 'Zoom picture 1 of 3' }));
  await user.dblClick(await screen.findByRole('button', { name: 'Zoom in: Lid' }));
  await user.dblClick(screen.getByRole('button', { name: 'Zoom out: Lid' }));
  expect(screen.getByRole('button', { name: 'Zoom in: Lid' })).toBeVisible();
});

it('leaves the full-screen view when the browser closes the dialog', async () => {
  const { user } = await openGallery();
  await user.click(screen.getByRole('button', { name: 'Zoom picture 1 of 3' }));
  fireEvent(await screen.findByRole('dialog'), new Event('close'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
