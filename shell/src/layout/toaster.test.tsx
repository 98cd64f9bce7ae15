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

test('a toast stands in a polite live region and goes after five seconds', async () => {
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
  const store = await show({ title: 'Removed from cart', undo: { label: 'Undo', action: { type: 'test/undone' } } });
  const dispatched: string[] = [];
  const { dispatch } = store;
  store.dispatch = ((action: { type: string }) => {
    dispatched.push(action.type);
    return dispatch(action);
  }) as typeof dispatch;
  fireEvent.click(toasts().getByRole('button', { name: 'Undo' }));
  expect(toasts().queryByText('Removed from cart')).toBeNull();
});
