import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import { FormTextField, object, ShopForm, string } from './form';
import { shippingSchema } from './shipping-address';

const refused = [
  ['NUL', '\0'],
  ['the first half of an emoji', '\ud83d'],
  ['the second half of an emoji', '\ude00'],
  ['both halves in the wrong sequence', '\ude00\ud83d'],
] as const;

describe.each(refused)('a text with %s', (_name, character) => {
  it.each(Object.keys(shippingSchema.fields))('is saved without it by the field %s of an address', (field) => {
    const typed = { [field]: `${character}12${character}😀 क्‍ष${character}` };
    expect(shippingSchema.cast(typed, { assert: false })).toMatchObject({ [field]: '12😀 क्‍ष' });
  });

  it('is missing when there is nothing else in it', async () => {
    const isValid = (text: string) => object({ city: string().trim().required() }).isValid({ city: text });
    expect(await Promise.all([isValid(` ${character} `), isValid(`a${character}`)])).toEqual([false, true]);
  });
});

describe('a reset', () => {
  const blank = { name: '', note: '' };

  /** Shows the values of the form to the test. */
  function Watch({ onValues }: { onValues: (values: unknown) => void }) {
    const { values, touched } = useFormikContext<typeof blank>();
    useEffect(() => onValues({ values, touched }), [onValues, values, touched]);
    return null;
  }

  it.each([
    ['clears the fields with the values that were saved', '', { name: '', note: '' }],
    ['keeps what was typed while the form saved', '!', { name: '', note: 'Ring!' }],
  ])('%s', async (_title, later, values) => {
    const user = userEvent.setup();
    let save = () => {};
    const saved = new Promise<void>((resolve) => {
      save = resolve;
    });
    const onValues = jest.fn();
    render(
      <ShopForm
        label="Note"
        initialValues={blank}
        schema={object({ name: string().required(), note: string().required() })}
        onSave={async (_values, { reset }) => {
          await saved;
          reset();
        }}
      >
        {({ isSubmitting }) => (
          <>
            <FormTextField name="name" label="Name" />
            <FormTextField name="note" label="Note" />
            <Watch onValues={onValues} />
            <button type="submit">{isSubmitting ? 'Saving' : 'Save'}</button>
          </>
        )}
      </ShopForm>,
    );
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Asha');
    await user.type(screen.getByRole('textbox', { name: 'Note' }), 'Ring');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'Saving' });
    if (later) await user.type(screen.getByRole('textbox', { name: 'Note' }), later);
    save();
    await screen.findByRole('button', { name: 'Save' });
    await waitFor(() => expect(onValues).toHaveBeenLastCalledWith({ values, touched: {} }));
  });
});
