import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { OrderSuccessScreen } from './order-success.screen';

export const screen: RemoteScreen = { Screen: OrderSuccessScreen };
