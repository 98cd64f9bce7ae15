import { linesRestored } from '@shop/cart/cart-slice';
import { noticeShown } from '@shop/notifications/notifications-slice';
import { aStoreInfo } from '@shop/testing/builders';
import { answer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { renderShop } from '../testing/render-shop';

fakeStoreApi();
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
  answer('GET', '/storeInfo', { body: aStoreInfo() });
});
afterEach(() => jest.useRealTimers());

const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }));
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

async function show(...notices: Parameters<typeof noticeShown>[0][]) {
  const { store } = await renderShop({ at: '/nowhere' });
  await wait(100);
  act(() => {
    for (const notice of notices) store.dispatch(noticeShown(notice));
  });
  return store;
}

test('a toast stands in a polite live region and goes after five seconds [1.display-02]', async () => {
  await show({ title: 'Added to cart', description: 'Kadhai' });
  const title = toasts().getByText('Added to cart');
  expect(title.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
  await wait(4900);
  expect(toasts().getByText('Kadhai')).toBeInTheDocument();
  await wait(200);
  expect(toasts().queryByText('Added to cart')).toBeNull();
});

test('the pointer on a toast stops its clock', async () => {
  await show({ title: 'Cart cleared' });
  const toast = toasts().getByRole('listitem');
  fireEvent.pointerEnter(toast);
  await wait(20_000);
  expect(toasts().getByText('Cart cleared')).toBeInTheDocument();
  fireEvent.pointerLeave(toast);
  await wait(5100);
  expect(toasts().queryByText('Cart cleared')).toBeNull();
});

test('failures stay longer, can be dismissed, and never pile up beyond four', async () => {
  await show(...['1', '2', '3', '4', '5'].map((title) => ({ title, tone: 'destructive' as const })));
  expect(toasts().getAllByRole('listitem')).toHaveLength(4);
  expect(toasts().queryByText('1')).toBeNull();
  await wait(5100);
  expect(toasts().getByText('5')).toBeInTheDocument();
  fireEvent.click(toasts().getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
  expect(toasts().queryByText('2')).toBeNull();
});

test('Undo does what it says and takes the toast away', async () => {
  const line = { id: 'k', name: 'Kadhai', image: '', price: 5, quantity: 1 };
  const action = linesRestored([{ line, position: 0 }]);
  const store = await show({ title: 'Removed from cart', undo: { label: 'Undo', action } });
  expect(store.getState().cart.lines).toEqual([]);
  fireEvent.click(toasts().getByRole('button', { name: 'Undo' }));
  expect(store.getState().cart.lines).toEqual([line]);
  expect(toasts().queryByText('Removed from cart')).toBeNull();
});

describe('by keyboard', () => {
  const undo = { label: 'Undo', action: { type: 'test/undone' } };
  const press = (key: string, more = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  const skipLink = () => screen.getByRole('link', { name: 'Skip to content' });

  test('F6 leads to the way back of the newest toast, and again to where the shopper was [R.19-4]', async () => {
    await show({ title: 'Removed from cart', description: 'Kadhai', undo }, { title: 'Cart cleared', undo });
    act(() => skipLink().focus());
    press('F6');
    expect(toasts().getAllByRole('button', { name: 'Undo' })[1]).toHaveFocus();
    press('F6');
    expect(skipLink()).toHaveFocus();
  });

  test('the way to the button is announced with the toast', async () => {
    await show({ title: 'Removed from cart', description: 'Kadhai', undo });
    expect(toasts().getByRole('listitem')).toHaveTextContent('Press F6 to reach Undo.');
    expect(toasts().getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-keyshortcuts', 'F6');
  });

  test('a toast with a way back stays for twenty seconds, and as long as the focus or the pointer is on it', async () => {
    await show({ title: 'Removed from cart', undo });
    await wait(19_900);
    act(() => skipLink().focus());
    press('F6');
    await wait(60_000);
    // The pointer passes over it meanwhile: the focus still holds it.
    fireEvent.pointerEnter(toasts().getByRole('listitem'));
    fireEvent.pointerLeave(toasts().getByRole('listitem'));
    await wait(60_000);
    expect(toasts().getByRole('button', { name: 'Undo' })).toHaveFocus();
    press('F6');
    await wait(20_100);
    expect(toasts().queryByText('Removed from cart')).toBeNull();
  });

  test('Undo and Escape give the focus back', async () => {
    await show({ title: 'Removed from cart', undo }, { title: 'Cart cleared', undo });
    act(() => skipLink().focus());
    press('F6');
    press('Escape');
    expect(toasts().queryByText('Cart cleared')).toBeNull();
    expect(skipLink()).toHaveFocus();
    press('F6');
    fireEvent.click(toasts().getByRole('button', { name: 'Undo' }));
    expect(toasts().queryByRole('listitem')).toBeNull();
    expect(skipLink()).toHaveFocus();
  });

  test('without a toast, or with another key held, F6 is the browser’s', async () => {
    const store = await show();
    expect(press('F6')).toBe(true);
    act(() => void store.dispatch(noticeShown({ title: 'Cart cleared', undo })));
    expect(press('F6', { ctrlKey: true })).toBe(true);
    expect(press('F6')).toBe(false);
  });
});
