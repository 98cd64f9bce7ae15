import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { QuantityStepper } from './quantity-stepper';

function Counted({ start }: { start: number }) {
  const [quantity, setQuantity] = useState(start);
  const [unread, setUnread] = useState<string>();
  return (
    <>
      <QuantityStepper
        quantity={quantity}
        onChange={(chosen, field) => {
          setQuantity(chosen);
          setUnread(field?.value);
        }}
        label="Quantity of Tawa"
      />
      <output>{quantity}</output>
      <p>Unread: {unread}</p>
    </>
  );
}

const field = () => screen.getByRole('textbox', { name: 'Quantity' });
const count = () => screen.getByRole('status').textContent;

it('counts by buttons and stops at 1 [4.cart-04]', async () => {
  render(<Counted start={2} />);
  await userEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
  expect(count()).toBe('3');
  await userEvent.click(screen.getByRole('button', { name: 'Decrease quantity' }));
  await userEvent.click(screen.getByRole('button', { name: 'Decrease quantity' }));
  expect(count()).toBe('1');
  expect(screen.getByRole('button', { name: 'Decrease quantity' })).toBeDisabled();
});

it('announces what a button changes once, and nothing at the start and while typing', async () => {
  render(<Counted start={2} />);
  const announced = () => document.querySelector('[aria-live="polite"]:not(output)')?.textContent;
  expect(announced()).toBe('');
  await userEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
  expect(announced()).toBe('Quantity of Tawa: 3');
  expect(screen.getAllByText('Quantity of Tawa: 3')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Decrease quantity' }));
  expect(announced()).toBe('Quantity of Tawa: 2');
  await userEvent.type(field(), '5');
  expect(announced()).toBe('');
});

it('accepts a typed whole number', async () => {
  render(<Counted start={2} />);
  await userEvent.clear(field());
  await userEvent.type(field(), '120');
  expect(count()).toBe('120');
});

it.each([
  ['१२', '12'],
  ['１２', '12'],
  [' 12\u200b', '12'],
  ['1,000', '1000'],
  ['x3', '3'],
])('reads the text %j as %s', async (text, expected) => {
  render(<Counted start={7} />);
  await userEvent.clear(field());
  await userEvent.paste(text);
  expect(count()).toBe(expected);
  await userEvent.tab();
  expect(field()).toHaveValue(expected);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

describe.each([
  ['pasted', (text: string) => userEvent.paste(text)],
  ['typed', (text: string) => userEvent.type(field(), text)],
])('an invalid text that is %s', (_way, enter) => {
  it.each(['0', '-3', '2.5', '2 or 3', '12a', 'two', '99999999999999999999', ' '])(
    'changes nothing, and the caller learns of it: %p',
    async (text) => {
      render(<Counted start={7} />);
      await userEvent.clear(field());
      await enter(text);
      expect(count()).toBe('7');
      const unread = text.trim();
      expect(screen.getByText(/^Unread:/)).toHaveTextContent(`Unread: ${unread}`.trim());
      await userEvent.tab();
      expect(count()).toBe('7');
      expect(field()).toHaveValue('7');
      if (unread) {
        expect(field()).toHaveAccessibleDescription(/^“.+” is not a quantity\. Please enter a whole number/);
      }
      await userEvent.click(screen.getByRole('button', { name: 'Increase quantity' }));
      expect(count()).toBe('8');
      expect(screen.getByText(/^Unread:/)).toHaveTextContent(/^Unread:$/);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    },
  );
});

it('forgets an invalid text once the text is corrected', async () => {
  render(<Counted start={7} />);
  await userEvent.type(field(), '.5');
  expect(count()).toBe('7');
  await userEvent.type(field(), '{Backspace}{Backspace}2');
  expect(count()).toBe('72');
  expect(screen.getByText(/^Unread:/)).toHaveTextContent(/^Unread:$/);
  await userEvent.tab();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('grows with a large quantity up to a maximum width', async () => {
  render(<Counted start={9007199254740991} />);
  expect(field()).toHaveStyle({ width: '17.5ch' });
  await userEvent.type(field(), '0000000000');
  expect(field()).toHaveStyle({ width: '18.5ch' });
});
