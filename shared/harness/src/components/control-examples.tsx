import { boolean, CheckboxField, FormTextField, object, ShopForm, string } from '@shop/forms/form';
import {
  Alert,
  Checkbox,
  ControlsTheme,
  FormControl,
  FormControlLabel,
  FormHelperText,
  TextField,
} from '@shop/ui/controls';
import { Button, Typography } from '@shop/ui/core';
import { type ReactNode, useState } from 'react';
import type { ComponentExamples } from './example';

/** A field in a form whose submit does nothing. */
const inForm = (label: string, values: object, field: ReactNode) => (
  <ShopForm label={label} initialValues={values} schema={object()} onSave={() => undefined}>
    {() => field}
  </ShopForm>
);

/** Components on MUI. They load with the first screen that needs them. */
export const controlExamples: ComponentExamples[] = [
  {
    name: 'ShopForm',
    from: '@shop/forms/form',
    states: { 'Submit it empty to see the errors': <AddressForm /> },
  },
  {
    name: 'FormTextField',
    from: '@shop/forms/form',
    states: {
      'With helper text': inForm(
        'Phone',
        { phone: '' },
        <FormTextField name="phone" label="Phone" helperText="Ten digits, for the courier" inputMode="tel" />,
      ),
      'Several lines': inForm(
        'Message',
        { message: '' },
        <FormTextField name="message" label="Message" multiline minRows={3} />,
      ),
    },
  },
  {
    name: 'CheckboxField',
    from: '@shop/forms/form',
    states: { Chosen: inForm('News', { news: true }, <CheckboxField name="news" label="Send me news" />) },
  },
  {
    name: 'TextField',
    from: '@shop/ui/controls',
    states: {
      'Empty, outside of a form': <TextField label="Order Number" />,
      'In error': <TextField label="Order Number" error helperText="Order number is required" />,
      Disabled: <TextField label="Order Number" defaultValue="TT-7K2M9QXA" disabled />,
      'A choice': (
        <TextField label="Category" select defaultValue="pans" slotProps={{ select: { native: true } }}>
          <option value="pans">Pans</option>
          <option value="pots">Pots</option>
        </TextField>
      ),
    },
  },
  {
    name: 'Checkbox',
    from: '@shop/ui/controls',
    states: {
      'Not chosen': <Checkbox slotProps={{ input: { 'aria-label': 'Gift wrap' } }} />,
      Chosen: <Checkbox defaultChecked slotProps={{ input: { 'aria-label': 'Gift wrap, yes' } }} />,
      Disabled: <Checkbox disabled slotProps={{ input: { 'aria-label': 'Gift wrap, disabled' } }} />,
    },
  },
  {
    name: 'FormControlLabel',
    from: '@shop/ui/controls',
    states: { 'With a checkbox': <FormControlLabel label="Remember me" control={<Checkbox />} /> },
  },
  {
    name: 'FormControl',
    from: '@shop/ui/controls',
    states: {
      'In error': (
        <FormControl error>
          <FormControlLabel label="I agree to the terms of sale" control={<Checkbox />} />
          <FormHelperText>Please agree to go on</FormHelperText>
        </FormControl>
      ),
    },
  },
  {
    name: 'FormHelperText',
    from: '@shop/ui/controls',
    states: {
      'Helper text': <FormHelperText>Six digits</FormHelperText>,
      'An error': <FormHelperText error>Please select a size</FormHelperText>,
    },
  },
  {
    name: 'Alert',
    from: '@shop/ui/controls',
    states: {
      'A failure': <Alert severity="error">Payment failed. You have not been charged.</Alert>,
      'A success': <Alert severity="success">We have your message.</Alert>,
      Information: <Alert severity="info">You are offline.</Alert>,
      'A warning': <Alert severity="warning">Two pieces are left.</Alert>,
    },
  },
  {
    name: 'ControlsTheme',
    from: '@shop/ui/controls',
    states: {
      'Around controls outside of a ShopForm': (
        <ControlsTheme>
          <TextField label="City" />
        </ControlsTheme>
      ),
    },
  },
  {
    name: 'CacheProvider',
    from: '@shop/ui/controls',
    states: { 'Target of the styles of MUI’s controls, for tests': null },
  },
];

const address = object({
  name: string().default('').min(2, 'Full name must be at least 2 characters'),
  isGift: boolean().default(false),
});

function AddressForm() {
  const [saved, setSaved] = useState('');
  return (
    <ShopForm
      label="Address"
      initialValues={address.getDefault()}
      schema={address}
      onSave={({ name, isGift }) => setSaved(`Saved for ${name}${isGift ? ', as a gift' : ''}.`)}
    >
      {({ isSubmitting }) => (
        <>
          <FormTextField name="name" label="Full Name" autoComplete="name" isRequired />
          <CheckboxField name="isGift" label="It is a gift" />
          <Button type="submit" variant="contained" disabled={isSubmitting}>
            Save
          </Button>
          <Typography role="status">{saved}</Typography>
        </>
      )}
    </ShopForm>
  );
}
