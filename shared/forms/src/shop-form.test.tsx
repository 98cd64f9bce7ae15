import { fireEvent, render, screen } from '@testing-library/react';
import type { FormEvent } from 'react';
import { submitOnEnter } from './form';

it.each([
  ['submits on Enter', {}, 1],
  ['does not submit on Enter of an input method', { isComposing: true }, 0],
  ['does not submit on Enter of an input method in Safari', { keyCode: 229 }, 0],
])('%s', (_title, init, count) => {
  const submit = jest.fn((event: FormEvent) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <input aria-label="City" onKeyDown={submitOnEnter} />
    </form>,
  );
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'City' }), { key: 'Enter', ...init });
  expect(submit).toHaveBeenCalledTimes(count);
});
