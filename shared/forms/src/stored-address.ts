import { isRecord } from '@shop/api-contract/decoders/values';
import { mapShippingFields } from '@shop/api-contract/shipping-fields';
import type { Texts } from '@shop/language/texts';
import type { ShippingAddress } from './shipping-address';
import { createStoredValue } from './stored-value';

/** Reads an address from storage. A field is blank when storage has no text for it. Null without any filled field. */
export function parseAddress(stored: unknown): ShippingAddress | null {
  if (!isRecord(stored)) return null;
  const address = mapShippingFields((field) => {
    const value = stored[field];
    return typeof value === 'string' ? value : '';
  });
  return Object.values(address).some(Boolean) ? address : null;
}

/** The address as typed in this tab. It ends with the tab, the order or a sign-out. */
export const addressDraft = createStoredValue(() => window.sessionStorage, 'checkout_draft', parseAddress);

/**
 * The address that the shopper stores on this device. Checkout stores it, and the account page shows, changes and removes it.
 * A sign-out deletes keys with this prefix, because the next shopper may be another person.
 */
export const storedAddress = createStoredValue(
  () => window.localStorage,
  'until-sign-out:checkout_address',
  parseAddress,
);

/** Stores the address on this device. Returns false when the browser has not stored it, because storage is blocked or full. */
export function storeAddress(address: ShippingAddress): boolean {
  storedAddress.write(address);
  return JSON.stringify(storedAddress.read()) === JSON.stringify(parseAddress(address));
}

/** Creates the toast after `storeAddress` has returned false. */
export const createUnstoredNotice = (t: Texts) =>
  ({
    tone: 'destructive',
    title: t('Address not saved'),
    description: t('Your browser has no space left for this shop, or blocks its storage.'),
  }) as const;
