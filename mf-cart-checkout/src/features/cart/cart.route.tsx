import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { CartScreen } from './cart.screen';

/** `/cart` */
export const screen: RemoteScreen = { Screen: CartScreen };
