import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { OrderSuccessPage, OrderSuccessScreen } from './order-success.screen';

export const screen: RemoteScreen = { Screen: OrderSuccessScreen, Placeholder: OrderSuccessPage };
