import { anOrder } from '@shop/testing/builders';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, fireEvent, screen } from '@testing-library/react';
import { paymentApi } from '../../api/payment.endpoints';
import { orderId, payWith } from './testing/open-payment';

fakeStoreApi();

const visibility = jest.spyOn(document, 'visibilityState', 'get');
const setVisibility = (state: DocumentVisibilityState) => {
  visibility.mockReturnValue(state);
  fireEvent(document, new Event('visibilitychange'));
};
const readCount = () => calls('GET', '/orders').length;

/** Opens the QR step, and a clock that the test moves. Returns a function that lets seconds pass, in steps, and counts the reads. */
async function openStep() {
  const { store } = await payWith({ success: true, action: { type: 'qr', qr: 'upi://pay?pa=a@b' } });
  await screen.findByRole('img', { name: 'QR code to pay for this order' });
  const selectOrder = paymentApi.endpoints.paymentOrder.select({ orderId, attempt: 0 });
  const nextFrame = window.requestAnimationFrame;
  /** Waits for the response to a read. The store tells the page with the next frame. */
  const settle = async () => {
    while (selectOrder(store.getState()).isLoading) await act(() => new Promise<unknown>(nextFrame));
    await act(() => new Promise<unknown>(nextFrame));
  };
  setVisibility('hidden');
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
  // The page begins again with the clock of the test.
  setVisibility('visible');
  await settle();
  return async (seconds: number, step = 1) => {
    const before = readCount();
    for (let second = 0; second < seconds; second += step) {
      act(() => void jest.advanceTimersByTime(1000 * step));
      if (selectOrder(store.getState()).isLoading) await settle();
    }
    return readCount() - before;
  };
}
afterEach(() => {
  jest.useRealTimers();
  visibility.mockReset();
});
afterAll(() => visibility.mockRestore());

test('a payment that does not arrive is looked for less often after two minutes, and every minute after a quarter of an hour', async () => {
  const wait = await openStep();
  expect(await wait(120)).toBe(40);
  expect(await wait(120)).toBe(8);
  expect(await wait(15 * 60, 5)).toBeLessThan(50);
  expect(await wait(600, 60)).toBe(10);
  fireEvent.focus(window);
  expect(await wait(1)).toBe(1);
  setVisibility('hidden');
  expect(await wait(60)).toBe(0);
  setVisibility('visible');
  expect(await wait(31)).toBeGreaterThan(10);
});

test('the page stops reading an order that is cancelled', async () => {
  const wait = await openStep();
  answer('GET', '/orders', { body: [anOrder({ id: orderId, status: 4 })] });
  expect(await wait(3)).toBe(1);
  expect(screen.getByRole('heading', { name: 'This order is cancelled' })).toBeInTheDocument();
  expect(await wait(60)).toBe(0);
});

test.each([429, 500])(
  'a payment that does not arrive is looked for less often while the answer is %i',
  async (status) => {
    const wait = await openStep();
    answer('GET', '/orders', { status, body: {} });
    expect(await wait(3)).toBe(1);
    expect(await wait(60)).toBe(4);
    answer('GET', '/orders', { body: [anOrder({ id: orderId })] });
    expect(await wait(15)).toBe(1);
    expect(await wait(30)).toBe(10);
  },
);
