import { AddressFields } from '@shop/forms/address-fields';
import { ShopForm } from '@shop/forms/form';
import { type ShippingAddress, shippingSchema } from '@shop/forms/shipping-address';
import { useTexts } from '@shop/language/texts';
import { Button } from '@shop/ui/core';
import { useEffect } from 'react';
import * as styles from './stored-address.module.css';

export interface StoredAddressFormProps {
  address: ShippingAddress;
  /** Receives the complete address as the schema reads it. */
  onSave: (address: ShippingAddress) => void;
  onCancel: () => void;
}

/** Changes the address that is stored on this device. Its first field takes the focus. */
export function StoredAddressForm({ address, onSave, onCancel }: StoredAddressFormProps) {
  const t = useTexts();
  useEffect(() => document.getElementById('field-fullName')?.focus(), []);
  return (
    <ShopForm label={t('Address on this device')} initialValues={address} schema={shippingSchema} onSave={onSave}>
      {() => (
        <>
          <AddressFields />
          <div className={styles.actions}>
            <Button type="submit" variant="contained">
              {t('Save address')}
            </Button>
            <Button onClick={onCancel}>{t('Cancel')}</Button>
          </div>
        </>
      )}
    </ShopForm>
  );
}
