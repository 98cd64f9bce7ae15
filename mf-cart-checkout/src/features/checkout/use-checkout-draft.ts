import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { forgetDraft, readDraft, writeDraft } from './checkout-draft';
import type { ShippingAddress } from './shipping-address';

export interface CheckoutDraft {
  /** What was typed before, or null while it is not read: a server and a first render know none. */
  address: ShippingAddress | null;
  /** Keeps what is typed. Stable. */
  keep: (address: ShippingAddress) => void;
  /** Forgets it for good: nothing that is typed after is kept. */
  forget: () => void;
}

/** The typed address, kept over an error, a reload and a sign-in. @see look.md "Cart and checkout" */
export function useCheckoutDraft(): CheckoutDraft {
  const [address, setAddress] = useState<ShippingAddress | null>(null);
  const isForgotten = useRef(false);
  // Before the browser paints: the form is there in the first picture.
  useLayoutEffect(() => setAddress(readDraft()), []);
  const keep = useCallback((typed: ShippingAddress) => {
    if (!isForgotten.current) writeDraft(typed);
  }, []);
  const forget = useCallback(() => {
    isForgotten.current = true;
    forgetDraft();
  }, []);
  return { address, keep, forget };
}
