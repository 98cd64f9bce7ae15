import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useSearchParams } from '@shop/router/router';
import { TrackOrderScreen } from './track-order.screen';

/** `/track-order?id=` */
function TrackOrderRoute() {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  // Another order in the address is another visit: what was typed and found for the last one goes.
  return <TrackOrderScreen key={id} orderId={id} />;
}

export const screen: RemoteScreen = { Screen: TrackOrderRoute };
