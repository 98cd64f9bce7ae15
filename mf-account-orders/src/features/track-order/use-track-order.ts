import { isNotFound, toApiError } from '@shop/api-client/api-error';
import type { Order } from '@shop/api-contract/decoders/order';
import { useTexts } from '@shop/language/texts';
import { describeFailure } from '@shop/notifications/failure-reason';
import { useEndNotice, useNotify } from '@shop/notifications/use-notify';
import { useIsShown } from '@shop/router/use-is-shown';
import { useSession } from '@shop/session/use-session';
import { useState } from 'react';
import { accountOrdersApi, type TrackRequest } from '../../api/account-orders.endpoints';

export type TrackOrderState = { kind: 'idle' } | { kind: 'searching' } | { kind: 'found'; order: Order };

export interface TrackOrder {
  state: TrackOrderState;
  /** E-mail of the signed-in shopper. Empty until the account has loaded, and for a visitor. */
  accountEmail: string;
  /**
   * Loads the order. Shows the result as a toast, unless the shopper has left the screen, and never rejects.
   *
   * @param readId Order number without the words and marks that people copy with it. It is sent when the server does not find the
   *   number of the request.
   */
  track: (request: TrackRequest, readId: string) => Promise<void>;
  /**
   * Called for a form that cannot be submitted. Shows a toast when a value is missing, and returns a function that ends it. A contact
   * that is too long has the message of its field only.
   */
  rejectForm: (isIncomplete: boolean) => (() => void) | undefined;
}

/** Key of the toasts of failures, of which the last one shows. */
const failureKey = 'track-order';

/** State of the tracking screen. Specification 2 and 5 "Track order", 8 "Orders and payment". */
export function useTrackOrder(): TrackOrder {
  const [state, setState] = useState<TrackOrderState>({ kind: 'idle' });
  const [loadOrder] = accountOrdersApi.useLazyAccountOrdersTrackedQuery();
  const accountEmail = useAccountEmail();
  const notify = useNotify();
  const endNotice = useEndNotice();
  const isShown = useIsShown();
  const t = useTexts();

  const track: TrackOrder['track'] = async (request, readId) => {
    setState({ kind: 'searching' });
    endNotice(failureKey);
    try {
      // Undefined when the search ends without a response: the shopper has left the screen, or the cache was reset.
      const order: Order | undefined = await loadOrder(request)
        .unwrap()
        .catch((error) => {
          const isOther = readId && readId !== request.orderId;
          if (!isOther || !isNotFound(error) || !isShown.current) throw error;
          return loadOrder({ ...request, orderId: readId }).unwrap();
        });
      setState(order ? { kind: 'found', order } : { kind: 'idle' });
      if (!order || !isShown.current) return;
      notify({ title: t('Order found'), description: t('Your order status has been loaded') });
    } catch (thrown) {
      const error = toApiError(thrown);
      console.error('Order not found or access denied:', error);
      setState({ kind: 'idle' });
      if (!isShown.current) return;
      notify({
        key: failureKey,
        tone: 'destructive',
        title: t('Error'),
        description: t('Failed to find order. Please check your information and try again.'),
        reason: isNotFound(error) ? undefined : describeFailure(error, t),
      });
    }
  };
  const rejectForm = (isIncomplete: boolean) => {
    endNotice(failureKey);
    if (!isIncomplete) return undefined;
    return notify({
      key: failureKey,
      tone: 'destructive',
      title: t('Required fields'),
      description: t('Please enter both order number and email/phone'),
    });
  };
  return { state, accountEmail, track, rejectForm };
}

/** The account e-mail, as a prefilled value. When the account does not load, the field stays empty without a message. */
function useAccountEmail(): string {
  const { isSignedIn } = useSession();
  const { currentData } = accountOrdersApi.useAccountOrdersAccountQuery(undefined, { skip: !isSignedIn });
  return currentData?.email ?? '';
}
