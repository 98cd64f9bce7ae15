import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { OrdersPlaceholder, OrdersScreen } from './orders.screen';

/** `/orders` */
export const screen: RemoteScreen = { Screen: OrdersScreen, Placeholder: OrdersPlaceholder };
