import { addressFields } from '@shop/api-contract/shipping-fields';
import type { ShippingAddress } from '@shop/forms/shipping-address';
import { addressDraft, createUnstoredNotice, storeAddress, storedAddress } from '@shop/forms/stored-address';
import { useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { Button, Skeleton, Typography } from '@shop/ui/core';
import { LazyComponent } from '@shop/ui/lazy-component';
import { useId, useRef, useState } from 'react';
import { readAddressEdit, removeAddressEdit } from './address-edit';
import * as styles from './stored-address.module.css';

/** The form is a chunk of its own, with the field library. It loads when the shopper changes the address. */
const loadForm = async () =>
  (await import(/* webpackChunkName: "stored-address-form" */ './stored-address-form')).StoredAddressForm;

/**
 * The address that checkout stores on this device, with the ways to change and to remove it. Nothing without one. The first
 * render reads storage: a page renders it after hydration only.
 */
export function StoredAddress() {
  const t = useTexts();
  const notify = useNotify();
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const [address, setAddress] = useState(storedAddress.read);
  const [view, setView] = useState<'shown' | 'editing' | 'removed'>(() =>
    readAddressEdit(address) ? 'editing' : 'shown',
  );
  if (!address) return null;

  /** Replaces the content that has the focus, and ends an edit. */
  const show = (next: 'shown' | 'removed') => {
    removeAddressEdit();
    setView(next);
    section.current?.focus();
  };
  const save = (changed: ShippingAddress) => {
    if (!storeAddress(changed)) {
      notify(createUnstoredNotice(t));
      return;
    }
    setAddress(changed);
    show('shown');
    notify({ title: t('Address saved') });
  };
  const remove = () => {
    storedAddress.write(null);
    addressDraft.write(null);
    show('removed');
  };
  return (
    <section ref={section} tabIndex={-1} className={styles.section} aria-labelledby={headingId}>
      <Typography id={headingId} variant="h3" component="h2">
        {t('Address on this device')}
      </Typography>
      <Typography variant="body2" tone="secondary">
        {view === 'removed'
          ? t('The address is removed. No address is stored on this device.')
          : t('Checkout fills in this address. It is not stored anywhere else, and a sign-out deletes it.')}
      </Typography>
      {view === 'editing' && (
        <LazyComponent
          load={loadForm}
          props={{ address, onSave: save, onCancel: () => show('shown') }}
          placeholder={<Skeleton variant="rounded" height={320} />}
          failure={t('The form could not be loaded. Please try again.')}
        />
      )}
      {view === 'shown' && (
        <>
          <address className={styles.address}>
            {formatAddress(address).map((line) => (
              <div key={line}>{line}</div>
            ))}
          </address>
          <div className={styles.actions}>
            <Button variant="outlined" onClick={() => setView('editing')}>
              {t('Change address')}
            </Button>
            <Button color="inherit" onClick={remove}>
              {t('Remove address')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

/** Formats an address as lines: name, address, phone. A blank field has no line. */
function formatAddress(address: ShippingAddress): string[] {
  const place = addressFields.flatMap((field) => address[field].trim() || []).join(', ');
  return [address.fullName.trim(), place, address.phone.trim()].filter(Boolean);
}
