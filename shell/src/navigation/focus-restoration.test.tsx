import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { restoreLostFocus } from './focus-restoration';

interface PageProps {
  /** What happens to the button after a press. */
  then: 'removed' | 'removed, another element takes the focus' | 'disabled for a while';
}

let enableButton: () => void;
let removeButton: () => void;

/** A page in the shell's layout with one button. */
function Page({ then }: PageProps) {
  const [isThere, setThere] = useState(true);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(restoreLostFocus, []);
  removeButton = () => setThere(false);
  const press = () => {
    if (then === 'removed, another element takes the focus') screen.getByRole('link', { name: 'Shop' }).focus();
    if (then !== 'disabled for a while') return setThere(false);
    setWaiting(true);
    enableButton = () => setWaiting(false);
  };
  return (
    <>
      <a href="/">Shop</a>
      <main id="main" tabIndex={-1}>
        <h1 tabIndex={-1}>Your cart</h1>
        {isThere && (
          <button type="button" onClick={press} disabled={isWaiting}>
            Press
          </button>
        )}
      </main>
      <footer>Ground</footer>
    </>
  );
}

const button = () => screen.getByRole('button', { name: 'Press' });

async function pressByKeyboard() {
  act(() => button().focus());
  await userEvent.keyboard('{Enter}');
}

test('focuses the heading of the screen when the focused element is removed', async () => {
  render(<Page then="removed" />);
  await pressByKeyboard();
  expect(screen.getByRole('heading', { name: 'Your cart' })).toHaveFocus();
});

test('leaves the focus on an element that has taken it', async () => {
  render(<Page then="removed, another element takes the focus" />);
  await pressByKeyboard();
  expect(screen.getByRole('link', { name: 'Shop' })).toHaveFocus();
});

test('does not restore the focus after a click on the background', async () => {
  render(<Page then="removed" />);
  act(() => button().focus());
  await userEvent.click(screen.getByText('Ground'));
  expect(document.body).toHaveFocus();
  await act(async () => removeButton());
  expect(document.body).toHaveFocus();
});

test('returns the focus to a button when it is enabled again', async () => {
  render(<Page then="disabled for a while" />);
  await pressByKeyboard();
  expect(button()).toBeDisabled();
  // A browser removes the focus from a disabled element; jsdom does not.
  const focused = jest.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
  const takeFocus = jest.spyOn(button(), 'focus');
  await act(async () => enableButton());
  expect(button()).toBeEnabled();
  expect(takeFocus).toHaveBeenCalledTimes(1);
  focused.mockRestore();
});

test('returns the focus to a focused button that is pressed again', async () => {
  render(<Page then="disabled for a while" />);
  act(() => button().focus());
  await userEvent.click(button());
  expect(button()).toBeDisabled();
  const focused = jest.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
  const takeFocus = jest.spyOn(button(), 'focus');
  await act(async () => enableButton());
  expect(takeFocus).toHaveBeenCalledTimes(1);
  focused.mockRestore();
});

test('leaves the focus where the shopper has moved it while the button was disabled', async () => {
  render(<Page then="disabled for a while" />);
  await pressByKeyboard();
  act(() => screen.getByRole('link', { name: 'Shop' }).focus());
  await act(async () => enableButton());
  expect(button()).toBeEnabled();
  expect(screen.getByRole('link', { name: 'Shop' })).toHaveFocus();
});
