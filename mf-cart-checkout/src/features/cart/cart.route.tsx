import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { CartPlaceholder, CartScreen } from './cart.screen';

/** `/cart` */
export const screen: RemoteScreen = { Screen: CartScreen, Placeholder: CartPlaceholder };
