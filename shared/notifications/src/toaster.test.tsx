import { storeApi } from '@shop/api-client/store-api';
import { linesRestored } from '@shop/cart/cart-slice';
import { HistoryRouter } from '@shop/router/history-router';
import { createMemoryHistory } from '@shop/router/host';
import { createAppStore } from '@shop/store/create-app-store';
import { act, fireEvent, render, renderHook, screen, within } from '@testing-library/react';
import { Provider } from 'react-redux';
import { noticeDismissed, noticeShown } from './notifications-slice';
import { loadToasts, Toaster } from './toaster';
import { useNotify } from './use-notify';

beforeAll(async () => void (await loadToasts()));
beforeEach(() => jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] }));
afterEach(() => jest.useRealTimers());

const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }));
const wait = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

function show(...notices: Parameters<typeof noticeShown>[0][]) {
  const history = createMemoryHistory();
  const { store } = createAppStore({ settings: { apiBase: '', orderAmounts: 'dollar' }, storage: null });
  render(
    <Provider store={store}>
      <HistoryRouter history={history}>
        <a href="/cart">Cart</a>
        <button type="button" onClick={() => history.push('/orders')}>
          Orders
        </button>
        <button type="button" onClick={() => history.push('?page=2')}>
          Page 2
        </button>
        <button
          type="button"
          onClick={() => {
            store.dispatch(noticeShown({ title: 'Login Required', tone: 'destructive' }));
            history.push('/login');
          }}
        >
          Checkout
        </button>
        <Toaster />
      </HistoryRouter>
    </Provider>,
  );
  act(() => {
    for (const notice of notices) store.dispatch(noticeShown(notice));
  });
  return store;
}

test('shows a toast in a polite live region for five seconds [1.display-02]', async () => {
  show({ title: 'Added to cart', description: 'Kadhai' });
  const title = toasts().getByText('Added to cart');
  expect(title.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
  await wait(4900);
  expect(toasts().getByText('Kadhai')).toBeInTheDocument();
  await wait(200);
  expect(toasts().queryByText('Added to cart')).toBeNull();
});

test('keeps a toast while the pointer is on it', async () => {
  show({ title: 'Cart cleared' });
  const toast = toasts().getByRole('listitem');
  fireEvent.pointerEnter(toast);
  await wait(20_000);
  expect(toasts().getByText('Cart cleared')).toBeInTheDocument();
  fireEvent.pointerLeave(toast);
  await wait(5100);
  expect(toasts().queryByText('Cart cleared')).toBeNull();
});

test('shows failures longer, dismisses them on request, and never shows more than four toasts', async () => {
  const failures = ['1', '2', '3', '4', '5'].map((title) => ({ title, tone: 'destructive' as const }));
  show(...failures);
  expect(toasts().getAllByRole('listitem')).toHaveLength(4);
  expect(toasts().queryByText('1')).toBeNull();
  await wait(5100);
  expect(toasts().getByText('5')).toBeInTheDocument();
  fireEvent.click(toasts().getAllByRole('button', { name: 'Dismiss' })[0] as HTMLElement);
  expect(toasts().queryByText('2')).toBeNull();
});

describe('a failure', () => {
  const failure = { title: 'Error', description: 'No response from server.', tone: 'destructive' as const };
  const other = { title: 'Validation Error', tone: 'destructive' as const };
  const titles = () =>
    toasts()
      .queryAllByRole('listitem')
      .map((toast) => toast.querySelector('strong')?.textContent);
  const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  test('ends when another page opens, and other toasts stay', async () => {
    show({ title: 'Removed from cart' }, failure);
    click('Page 2');
    await wait(0);
    expect(titles()).toEqual(['Removed from cart', 'Error']);
    click('Orders');
    await wait(0);
    expect(titles()).toEqual(['Removed from cart']);
  });

  test('stays when it comes with the navigation', async () => {
    show(failure);
    click('Checkout');
    await wait(0);
    expect(titles()).toEqual(['Login Required']);
  });

  test('that has come with a navigation ends with the next one', async () => {
    show();
    click('Checkout');
    await wait(0);
    click('Orders');
    await wait(0);
    expect(titles()).toEqual([]);
  });

  test('replaces the earlier one with its key, and ends by its key', () => {
    const store = show({ ...failure, key: 'track-order' }, { ...other, key: 'size' });
    act(() => void store.dispatch(noticeShown({ ...failure, title: 'Required fields', key: 'track-order' })));
    expect(titles()).toEqual(['Validation Error', 'Required fields']);
    act(() => void store.dispatch(noticeDismissed('track-order')));
    expect(titles()).toEqual(['Validation Error']);
  });

  test('ends with a success', () => {
    const store = show(failure);
    act(() => void store.dispatch(noticeShown({ title: 'Success!' })));
    expect(titles()).toEqual(['Success!']);
  });

  test('ends when a form sends its values again', async () => {
    const store = show(failure);
    const api = storeApi.injectEndpoints({
      endpoints: (build) => ({ testSend: build.mutation<string, void>({ queryFn: () => ({ data: '' }) }) }),
    });
    await act(() => store.dispatch(api.endpoints.testSend.initiate()));
    // Redux Toolkit reports the start of a request with the next frame.
    await wait(20);
    expect(titles()).toEqual([]);
  });

  test('shows once when it repeats', () => {
    show(failure, other, failure);
    expect(titles()).toEqual(['Validation Error', 'Error']);
  });

  test('ends with its cause', () => {
    const store = show();
    const hook = renderHook(useNotify, { wrapper: (props) => <Provider store={store} {...props} /> });
    let end = () => {};
    act(() => {
      hook.result.current(other);
      end = hook.result.current(failure);
    });
    act(end);
    expect(titles()).toEqual(['Validation Error']);
  });
});

test('Undo dispatches its action, removes the toast and is announced once', async () => {
  const line = { id: 'k', name: 'Kadhai', image: '', price: 5, quantity: 1 };
  const action = linesRestored([{ line, position: 0 }]);
  const store = show({ title: 'Removed from cart', undo: { label: 'Undo', action } });
  expect(store.getState().cart.lines).toEqual([]);
  fireEvent.click(toasts().getByRole('button', { name: 'Undo' }));
  expect(store.getState().cart.lines).toEqual([line]);
  expect(toasts().queryByText('Removed from cart')).toBeNull();
  const [message, ...others] = toasts().getAllByText('Undone: Removed from cart');
  expect(message?.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite');
  expect(others).toEqual([]);
  await wait(5100);
  expect(toasts().queryByText(/Undone/)).toBeNull();
});

describe('by keyboard', () => {
  const undo = { label: 'Undo', action: { type: 'test/undone' } };
  const press = (key: string, more = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  const link = () => screen.getByRole('link', { name: 'Cart' });

  test('F6 moves the focus to the Undo button of the newest toast, and back [R.19-4]', () => {
    show({ title: 'Removed from cart', description: 'Kadhai', undo }, { title: 'Cart cleared', undo });
    act(() => link().focus());
    press('F6');
    expect(toasts().getAllByRole('button', { name: 'Undo' })[1]).toHaveFocus();
    press('F6');
    expect(link()).toHaveFocus();
  });

  test('a toast with Undo announces the key that reaches it', () => {
    show({ title: 'Removed from cart', description: 'Kadhai', undo });
    expect(toasts().getByRole('listitem')).toHaveTextContent('Press F6 to reach Undo.');
    expect(toasts().getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-keyshortcuts', 'F6');
  });

  test('a toast with Undo stays for twenty seconds, and as long as the focus or the pointer is on it', async () => {
    show({ title: 'Removed from cart', undo });
    await wait(19_900);
    act(() => link().focus());
    press('F6');
    await wait(60_000);
    // The pointer passes over the toast. The focus still holds it.
    fireEvent.pointerEnter(toasts().getByRole('listitem'));
    fireEvent.pointerLeave(toasts().getByRole('listitem'));
    await wait(60_000);
    expect(toasts().getByRole('button', { name: 'Undo' })).toHaveFocus();
    press('F6');
    await wait(20_100);
    expect(toasts().queryByText('Removed from cart')).toBeNull();
  });

  test('Undo and Escape return the focus to where it came from', () => {
    show({ title: 'Removed from cart', undo }, { title: 'Cart cleared', undo });
    act(() => link().focus());
    press('F6');
    press('Escape');
    expect(toasts().queryByText('Cart cleared')).toBeNull();
    expect(link()).toHaveFocus();
    press('F6');
    fireEvent.click(toasts().getByRole('button', { name: 'Undo' }));
    expect(toasts().queryByRole('listitem')).toBeNull();
    expect(link()).toHaveFocus();
  });

  test('Undo returns the focus to where it was when the toast appeared, however Tab has reached the toast', () => {
    const store = show();
    act(() => link().focus());
    act(() => void store.dispatch(noticeShown({ title: 'Removed from cart', undo })));
    act(() => screen.getByRole('button', { name: 'Orders' }).focus());
    act(() => toasts().getByRole('button', { name: 'Undo' }).focus());
    fireEvent.click(toasts().getByRole('button', { name: 'Undo' }));
    expect(toasts().queryByRole('listitem')).toBeNull();
    expect(link()).toHaveFocus();
  });

  test('F6 keeps its meaning in the browser without a toast, or together with another key', () => {
    const store = show();
    expect(press('F6')).toBe(true);
    act(() => void store.dispatch(noticeShown({ title: 'Cart cleared', undo })));
    expect(press('F6', { ctrlKey: true })).toBe(true);
    expect(press('F6')).toBe(false);
  });
});
