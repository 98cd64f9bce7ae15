import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { deleteDraft, readDraft, writeDraft } from './checkout-draft';
import type { ShippingAddress } from './shipping-address';

export interface CheckoutDraft {
  /** The address as last typed. Null until storage was read: a server and a first render have no storage. */
  address: ShippingAddress | null;
  /** Saves the address. Stable. */
  save: (address: ShippingAddress) => void;
  /** Deletes the draft. Later calls of `save` do nothing. Stable. */
  discard: () => void;
}

/** The typed address. It survives an error, a reload and a sign-in. */
export function useCheckoutDraft(): CheckoutDraft {
  const [address, setAddress] = useState<ShippingAddress | null>(null);
  const isDiscarded = useRef(false);
  // A layout effect runs before the browser paints, so the first paint has the form.
  useLayoutEffect(() => setAddress(readDraft()), []);
  const save = useCallback((typed: ShippingAddress) => {
    if (!isDiscarded.current) writeDraft(typed);
  }, []);
  const discard = useCallback(() => {
    isDiscarded.current = true;
    deleteDraft();
  }, []);
  return { address, save, discard };
}
