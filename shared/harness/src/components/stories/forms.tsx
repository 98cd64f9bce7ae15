import Stack from '@mui/material/Stack';
import { boolean, CheckboxField, FormTextField, object, ShopForm, string, useFormikContext } from '@shop/forms/form';
import { Button, Typography } from '@shop/ui/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { StorySection } from '../story';

/** A form around fields. Its submit does nothing. */
function Fields({ label, values, children }: { label: string; values: object; children: ReactNode }) {
  return (
    <ShopForm label={label} initialValues={values} schema={object()} onSave={() => undefined}>
      {() => children}
    </ShopForm>
  );
}

/** A field with an invalid value that has lost the focus. */
function FieldInError() {
  return (
    <ShopForm
      label="Phone in error"
      initialValues={{ wrongPhone: '12' }}
      schema={object({ wrongPhone: string().defined().min(10, 'Please enter a valid phone number') })}
      onSave={() => undefined}
    >
      {() => (
        <>
          <Touched name="wrongPhone" />
          <FormTextField name="wrongPhone" label="Phone" inputMode="tel" />
        </>
      )}
    </ShopForm>
  );
}

function Touched({ name }: { name: string }) {
  const { setFieldTouched } = useFormikContext();
  useEffect(() => void setFieldTouched(name), [setFieldTouched, name]);
  return null;
}

const address = object({
  name: string().default('').min(2, 'Full name must be at least 2 characters'),
  postalCode: string()
    .default('')
    .matches(/^\d{6}$/, 'Please enter a valid 6-digit postal code'),
  isGift: boolean().default(false),
});

export const forms: StorySection = {
  id: 'forms',
  title: 'Forms',
  about:
    'A yup schema, the type inferred from it, and a component that receives onSave. They load with the first screen that has a form.',
  stories: [
    {
      name: 'ShopForm',
      from: '@shop/forms/form',
      about:
        'Shows the shop’s validation messages after a field loses the focus or after a submit, focuses the first field in error, and locks while it saves. Submit it empty to see the errors.',
      states: [{ label: 'Interactive', show: <AddressForm />, isWide: true }],
    },
    {
      name: 'FormTextField',
      from: '@shop/forms/form',
      about: 'A text field of a ShopForm. The error replaces the helper text.',
      states: [
        {
          label: 'Empty, with helper text',
          show: (
            <Fields label="Phone" values={{ phone: '' }}>
              <FormTextField name="phone" label="Phone" helperText="Ten digits, for the courier" inputMode="tel" />
            </Fields>
          ),
        },
        {
          label: 'Filled',
          show: (
            <Fields label="City" values={{ city: 'Bengaluru' }}>
              <FormTextField name="city" label="City" />
            </Fields>
          ),
        },
        { label: 'In error', show: <FieldInError /> },
        {
          label: 'Several lines',
          show: (
            <Fields label="Message" values={{ message: '' }}>
              <FormTextField name="message" label="Message" multiline minRows={3} />
            </Fields>
          ),
        },
      ],
    },
    {
      name: 'CheckboxField',
      from: '@shop/forms/form',
      about: 'A yes or no of a ShopForm.',
      states: [
        {
          label: 'Not chosen',
          show: (
            <Fields label="News" values={{ news: false }}>
              <CheckboxField name="news" label="Send me news" />
            </Fields>
          ),
        },
        {
          label: 'Chosen',
          show: (
            <Fields label="Remembered" values={{ remembered: true }}>
              <CheckboxField name="remembered" label="Remember me" />
            </Fields>
          ),
        },
      ],
    },
  ],
};

function AddressForm() {
  const [saved, setSaved] = useState('');
  return (
    <ShopForm
      label="Address"
      initialValues={address.getDefault()}
      schema={address}
      onSave={({ name, isGift }) => setSaved(`Saved for ${name}${isGift ? ', as a gift' : ''}.`)}
      onInvalid={() => setSaved('')}
    >
      {({ isSubmitting }) => (
        <Stack spacing={2} sx={{ maxWidth: 420, py: 1 }}>
          <FormTextField name="name" label="Full Name" autoComplete="name" isRequired />
          <FormTextField name="postalCode" label="Postal Code" inputMode="numeric" helperText="Six digits" isRequired />
          <CheckboxField name="isGift" label="It is a gift" />
          <Button type="submit" variant="contained" disabled={isSubmitting} style={{ alignSelf: 'start' }}>
            Save
          </Button>
          <Typography role="status">{saved}</Typography>
        </Stack>
      )}
    </ShopForm>
  );
}
