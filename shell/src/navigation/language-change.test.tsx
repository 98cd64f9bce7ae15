import { lineAdded } from '@shop/cart/cart-slice';
import { createAppStore } from '@shop/store/create-app-store';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { confirmLanguageChange } from './language-change';

const question =
  'Your browser has not stored your cart or your sign-in. The page in the other language opens without it. Continue?';
const line = { id: 'a', name: 'Kadhai', image: '', price: 100, quantity: 1 };
const refuse = () => {
  throw new DOMException('full', 'QuotaExceededError');
};

let end: (() => void) | undefined;
afterEach(() => {
  end?.();
  jest.restoreAllMocks();
});

it.each([
  ['loads without a question', 'stored', 'English', {}, false, { asked: 0, loads: true }],
  ['loads without a question in a new tab', 'refused', 'English', { ctrlKey: true }, false, { asked: 0, loads: true }],
  ['loads after a yes', 'refused', 'English', {}, true, { asked: 1, loads: true }],
  ['does not load after a no', 'refused', 'English', {}, false, { asked: 1, loads: false }],
  [
    'that does not change the language loads without a question',
    'refused',
    'Cart',
    {},
    false,
    { asked: 0, loads: true },
  ],
] as const)('a link %s: the cart is %s', (_what, storage, name, keys, isConfirmed, expected) => {
  const confirm = jest.spyOn(window, 'confirm').mockReturnValue(isConfirmed);
  const onClick = jest.fn();
  const settings = { apiBase: 'http://shop.test', orderAmounts: 'dollar' as const };
  const { store, readStorage } = createAppStore({ settings, storage: window.localStorage });
  readStorage();
  if (storage === 'refused') jest.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
  store.dispatch(lineAdded(line));
  end = confirmLanguageChange(store, { code: 'hi', catalog: { [question]: 'क्या आगे बढ़ें?' } });
  render(
    <>
      <a href="#en" hrefLang="en-IN">
        <span>English</span>
      </a>
      <a href="#cart">Cart</a>
    </>,
  );
  const link = screen.getByText(name);
  link.addEventListener('click', onClick);
  const click = createEvent.click(link, keys);
  fireEvent(link, click);
  expect(confirm).toHaveBeenCalledTimes(expected.asked);
  if (expected.asked > 0) expect(confirm).toHaveBeenCalledWith('क्या आगे बढ़ें?');
  expect([!click.defaultPrevented, onClick.mock.calls.length]).toEqual([expected.loads, expected.loads ? 1 : 0]);
});
