import { FormTextField, object, ShopForm, string, useField } from '@shop/forms/form';
import { Button } from '@shop/ui/core';
import { useEffect, useRef } from 'react';
import * as styles from './track-order.module.css';

/** Specification 5 "Track order". */
const schema = object({
  orderId: string().trim().required('Order number is required'),
  contactInfo: string().trim().required('Email or phone is required'),
});

export interface TrackOrderFormProps {
  /** Initial order number. */
  orderId: string;
  /** E-mail of the signed-in shopper. Empty until the account has loaded. */
  accountEmail: string;
  onSave: (request: { orderId: string; contactInfo: string }) => Promise<void>;
  onInvalid: () => void;
}

/** The form with order number and contact. Specification 2 "Track order". */
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
        <div className={styles.fields}>
          <FormTextField name="orderId" label="Order Number" autoComplete="off" isRequired />
          <FormTextField name="contactInfo" label="Email or Phone" autoComplete="email" isRequired />
          <PrefillContact accountEmail={accountEmail} />
          <Button type="submit" variant="contained" size="large" disabled={isSubmitting}>
            {isSubmitting ? 'Searching...' : 'Track Order'}
          </Button>
        </div>
      )}
    </ShopForm>
  );
}

/** Fills in the account e-mail when it loads after the form, unless the shopper has typed a contact already. */
function PrefillContact({ accountEmail }: { accountEmail: string }) {
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
