import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useSearchParams } from '@shop/router/router';
import { TrackOrderPlaceholder, TrackOrderScreen } from './track-order.screen';

/** `/track-order?id=` */
function TrackOrderRoute() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  // The key resets the form and the result when the address names another order.
  return <TrackOrderScreen key={id} orderId={id} />;
}

export const screen: RemoteScreen = { Screen: TrackOrderRoute, Placeholder: TrackOrderPlaceholder };
