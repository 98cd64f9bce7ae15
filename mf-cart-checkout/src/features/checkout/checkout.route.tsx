import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { CheckoutPlaceholder, CheckoutScreen } from './checkout.screen';

/** `/checkout` */
export const screen: RemoteScreen = { Screen: CheckoutScreen, Placeholder: CheckoutPlaceholder };
