import { toApiError } from '@shop/api-client/api-error';
import type { Order } from '@shop/api-contract/decoders/order';
import { useNotify } from '@shop/notifications/use-notify';
import { useSession } from '@shop/session/use-session';
import { useState } from 'react';
import { accountOrdersApi, type TrackRequest } from '../../api/account-orders.endpoints';

/** Specification 5 "Track order" and 8 "Orders and payment". */
const notices = {
  fieldsMissing: {
    tone: 'destructive',
    title: 'Required fields',
    description: 'Please enter both order number and email/phone',
  },
  notFound: {
    tone: 'destructive',
    title: 'Error',
    description: 'Failed to find order. Please check your information and try again.',
  },
  found: { title: 'Order found', description: 'Your order status has been loaded' },
} as const;

export type TrackOrderState = { kind: 'idle' } | { kind: 'searching' } | { kind: 'found'; order: Order };

export interface TrackOrder {
  state: TrackOrderState;
  /** E-mail of the signed-in shopper; empty until it is known, and for everyone else. */
  accountEmail: string;
  /** Looks for the order. Settles when it is found or not; says which itself. */
  track: (request: TrackRequest) => Promise<void>;
  /** Says why an incomplete form cannot be sent. */
  refuse: () => void;
}

/** Tracking of one order by its number and contact. Specification 2 and 5 "Track order". */
export function useTrackOrder(): TrackOrder {
  const [state, setState] = useState<TrackOrderState>({ kind: 'idle' });
  const [ask] = accountOrdersApi.useLazyAccountOrdersTrackedQuery();
  const accountEmail = useAccountEmail();
  const notify = useNotify();

  const track = async ({ orderId, contactInfo }: TrackRequest) => {
    setState({ kind: 'searching' });
    try {
      const order = await ask({ orderId: orderId.trim(), contactInfo: contactInfo.trim() }).unwrap();
      setState({ kind: 'found', order });
      notify(notices.found);
    } catch (thrown) {
      console.error('Order not found or access denied:', toApiError(thrown));
      setState({ kind: 'idle' });
      notify(notices.notFound);
    }
  };
  return { state, accountEmail, track, refuse: () => notify(notices.fieldsMissing) };
}

/** Only a help with typing: when the account does not load, the field stays empty and nobody is told. */
function useAccountEmail(): string {
  const { isSignedIn } = useSession();
  const { currentData } = accountOrdersApi.useAccountOrdersAccountQuery(undefined, { skip: !isSignedIn });
  return currentData?.email ?? '';
}
