import { render, screen } from '@testing-library/react';
import { object, ShopForm, string } from './form';
import { FormTextField } from './text-field';

it('marks its input as required without an asterisk on the label', () => {
  render(
    <ShopForm
      label="Shipping"
      initialValues={{ city: '' }}
      schema={object({ city: string().required() })}
      onSave={() => undefined}
    >
      {() => <FormTextField name="city" label="City" isRequired />}
    </ShopForm>,
  );
  expect(screen.getByRole('textbox', { name: 'City' })).toBeRequired();
  expect(screen.getByRole('form')).not.toHaveTextContent('*');
});
