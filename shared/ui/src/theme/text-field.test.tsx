import { render } from '@testing-library/react';
import { ControlsTheme } from './controls-theme';
import { TextField, type TextFieldProps } from './text-field';

const renderField = (props: TextFieldProps) => {
  const { container } = render(
    <ControlsTheme>
      <TextField label="Message" {...props} />
    </ControlsTheme>,
  );
  return [...container.querySelectorAll('textarea')];
};

it.each([
  [3, '3', '3lh'],
  [undefined, '1', '1lh'],
])('a field of several lines with %p rows has no second field that measures its text', (minRows, rows, minHeight) => {
  const [field, ...measuring] = renderField({ multiline: true, ...(minRows && { minRows }) });
  expect(measuring).toEqual([]);
  expect(field).toHaveAttribute('rows', rows);
  expect(field).not.toHaveAttribute('type');
  expect(field?.style.minHeight).toBe(minHeight);
});

it.each<TextFieldProps>([{ maxRows: 5 }, { minRows: 2, maxRows: 5 }, { rows: 4 }])(
  'MUI sizes a field with %j',
  (props) => {
    expect(renderField({ multiline: true, ...props })).toHaveLength(2);
  },
);
