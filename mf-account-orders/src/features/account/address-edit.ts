import { isRecord } from '@shop/api-contract/decoders/values';
import type { ShippingAddress } from '@shop/forms/shipping-address';
import { parseAddress } from '@shop/forms/stored-address';
import { createStoredValue } from '@shop/forms/stored-value';

const stored = createStoredValue(
  () => window.sessionStorage,
  'account_address_draft',
  (value) => {
    const { of, typed } = isRecord(value) ? value : {};
    const [earlier, address] = [parseAddress(of), parseAddress(typed)];
    return earlier && address ? { of: earlier, typed: address } : null;
  },
);

/**
 * Reads what the shopper has typed over the stored address in this tab, and has neither saved nor cancelled. It survives the end of the
 * session. An edit of another address is removed: checkout or another tab has replaced or removed that address.
 */
export function readAddressEdit(address: ShippingAddress | null): ShippingAddress | null {
  const edit = stored.read();
  if (edit && JSON.stringify(edit.of) === JSON.stringify(address)) return edit.typed;
  if (edit) stored.write(null);
  return null;
}

export const writeAddressEdit = (of: ShippingAddress, typed: ShippingAddress): void =>
  stored.write(JSON.stringify(typed) === JSON.stringify(of) ? null : { of, typed });

export const removeAddressEdit = (): void => stored.write(null);
