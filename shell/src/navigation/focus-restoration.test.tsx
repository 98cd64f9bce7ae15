import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { FocusRestoration } from './focus-restoration';

interface PageProps {
  hasHeading?: boolean;
  /** What happens to the button that was pressed. */
  then: 'goes' | 'goes and another takes the focus' | 'is out of use for a while';
}

let endOfWait: () => void;
let takeAway: () => void;

/** A page as the shell lays it out, with one button that is pressed. */
function Page({ hasHeading = true, then }: PageProps) {
  const [isThere, setThere] = useState(true);
  const [isWaiting, setWaiting] = useState(false);
  takeAway = () => setThere(false);
  const press = () => {
    if (then === 'goes and another takes the focus') screen.getByRole('link', { name: 'Shop' }).focus();
    if (then !== 'is out of use for a while') return setThere(false);
    setWaiting(true);
    endOfWait = () => setWaiting(false);
  };
  return (
    <>
      <FocusRestoration />
      <a href="/">Shop</a>
      <main id="main" tabIndex={-1}>
        {hasHeading && <h1 tabIndex={-1}>Your cart</h1>}
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

test('when what held the focus goes, the heading of the screen has it', async () => {
  render(<Page then="goes" />);
  await pressByKeyboard();
  expect(screen.getByRole('heading', { name: 'Your cart' })).toHaveFocus();
});

test('without a heading, the main part has it', async () => {
  render(<Page then="goes" hasHeading={false} />);
  await pressByKeyboard();
  expect(screen.getByRole('main')).toHaveFocus();
});

test('a focus that something else has taken stays there', async () => {
  render(<Page then="goes and another takes the focus" />);
  await pressByKeyboard();
  expect(screen.getByRole('link', { name: 'Shop' })).toHaveFocus();
});

test('whoever has pressed on the ground has let go of the focus', async () => {
  render(<Page then="goes" />);
  act(() => button().focus());
  await userEvent.click(screen.getByText('Ground'));
  expect(document.body).toHaveFocus();
  await act(async () => takeAway());
  expect(document.body).toHaveFocus();
});

test('a button that was out of use has the focus again with its use', async () => {
  render(<Page then="is out of use for a while" />);
  await pressByKeyboard();
  expect(button()).toBeDisabled();
  // A browser takes the focus from what is out of use; jsdom leaves it.
  const focused = jest.spyOn(document, 'activeElement', 'get').mockReturnValue(document.body);
  const takeFocus = jest.spyOn(button(), 'focus');
  await act(async () => endOfWait());
  expect(button()).toBeEnabled();
  expect(takeFocus).toHaveBeenCalledTimes(1);
  focused.mockRestore();
});

test('it does not take the focus back when the shopper has gone on while the button was out of use', async () => {
  render(<Page then="is out of use for a while" />);
  await pressByKeyboard();
  act(() => screen.getByRole('link', { name: 'Shop' }).focus());
  await act(async () => endOfWait());
  expect(button()).toBeEnabled();
  expect(screen.getByRole('link', { name: 'Shop' })).toHaveFocus();
});

test('once it is gone it moves nothing', async () => {
  const { unmount } = render(<FocusRestoration />);
  unmount();
  const field = document.createElement('input');
  document.body.append(field);
  field.focus();
  field.remove();
  await act(async () => undefined);
  expect(document.body).toHaveFocus();
});
