import { FormTextField, object, ShopForm, string, useField } from '@shop/forms/form';
import { Button, styled } from '@shop/ui/core';
import { useEffect, useRef } from 'react';

/** Specification 5 "Track order". */
const schema = object({
  orderId: string().trim().required('Order number is required'),
  contactInfo: string().trim().required('Email or phone is required'),
});

export interface TrackOrderFormProps {
  /** Order number to start with. */
  orderId: string;
  /** E-mail of the signed-in shopper; it may arrive after the form did. */
  accountEmail: string;
  onSave: (request: { orderId: string; contactInfo: string }) => Promise<void>;
  onInvalid: () => void;
}

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  alignItems: 'start',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto' },
  // As high as the fields beside it.
  '& > button': { minHeight: 56 },
}));

/** Order number and contact. */
export function TrackOrderForm({ orderId, accountEmail, onSave, onInvalid }: TrackOrderFormProps) {
  return (
    <ShopForm
      label="Track order"
      initialValues={{ orderId, contactInfo: accountEmail }}
      schema={schema}
      onSave={onSave}
      onInvalid={onInvalid}
    >
      {({ isSubmitting }) => (
        <Fields>
          <FormTextField name="orderId" label="Order Number" autoComplete="off" isRequired />
          <FormTextField name="contactInfo" label="Email or Phone" autoComplete="email" isRequired />
          <LateContact accountEmail={accountEmail} />
          <Button type="submit" variant="contained" size="large" disabled={isSubmitting}>
            {isSubmitting ? 'Searching...' : 'Track Order'}
          </Button>
        </Fields>
      )}
    </ShopForm>
  );
}

/** Fills in an account e-mail that arrives after the form did, unless the shopper was faster. */
function LateContact({ accountEmail }: { accountEmail: string }) {
  const [{ value }, , { setValue }] = useField<string>('contactInfo');
  const isBlank = useRef(true);
  isBlank.current = value === '';
  const fill = useRef(setValue);
  fill.current = setValue;
  useEffect(() => {
    if (accountEmail && isBlank.current) void fill.current(accountEmail, false);
  }, [accountEmail]);
  return null;
}
