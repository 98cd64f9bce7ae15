import { AddressFields } from '@shop/forms/address-fields';
import { ShopForm } from '@shop/forms/form';
import { type ShippingAddress, shippingSchema } from '@shop/forms/shipping-address';
import { useTexts } from '@shop/language/texts';
import { Button } from '@shop/ui/core';
import { useCallback, useEffect, useState } from 'react';
import { readAddressEdit, writeAddressEdit } from './address-edit';
import * as styles from './stored-address.module.css';

export interface StoredAddressFormProps {
  address: ShippingAddress;
  /** Receives the complete address as the schema reads it. */
  onSave: (address: ShippingAddress) => void;
  onCancel: () => void;
}

/**
 * Changes the address that is stored on this device. Its first field takes the focus, unless the form continues an edit of an earlier
 * document.
 */
export function StoredAddressForm({ address, onSave, onCancel }: StoredAddressFormProps) {
  const t = useTexts();
  const [earlier] = useState(() => readAddressEdit(address));
  useEffect(() => {
    if (!earlier) document.getElementById('field-fullName')?.focus();
  }, [earlier]);
  // A new function would save the edit again after a sign-out has deleted it.
  const saveEdit = useCallback((typed: ShippingAddress) => writeAddressEdit(address, typed), [address]);
  return (
    <ShopForm
      label={t('Address on this device')}
      initialValues={earlier ?? address}
      schema={shippingSchema}
      onChange={saveEdit}
      onSave={onSave}
    >
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
