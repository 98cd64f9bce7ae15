import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useSearchParams } from '@shop/router/router';
import { useSignOutCount } from '@shop/session/use-sign-out-count';
import { TrackOrderPlaceholder, TrackOrderScreen } from './track-order.screen';

/** `/track-order?id=` */
function TrackOrderRoute() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  const signOuts = useSignOutCount();
  // The key resets the form and the result when the address names another order, and when the shopper signs out.
  return <TrackOrderScreen key={`${signOuts} ${id}`} orderId={id} />;
}

export const screen: RemoteScreen = { Screen: TrackOrderRoute, Placeholder: TrackOrderPlaceholder };
