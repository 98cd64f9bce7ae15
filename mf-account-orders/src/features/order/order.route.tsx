import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useParams } from '@shop/router/router';
import { OrderPlaceholder, OrderScreen } from './order.screen';

/** `/orders/:id` */
function OrderRoute() {
  const { id = '' } = useParams();
  // The key drops the result of "Order Again" when the address names another order.
  return <OrderScreen key={id} id={id} />;
}

function OrderRoutePlaceholder() {
  const { id = '' } = useParams();
  return <OrderPlaceholder id={id} />;
}

export const screen: RemoteScreen = { Screen: OrderRoute, Placeholder: OrderRoutePlaceholder };
