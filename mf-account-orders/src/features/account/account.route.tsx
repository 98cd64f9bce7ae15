import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { AccountPlaceholder, AccountScreen } from './account.screen';

/** `/account` */
export const screen: RemoteScreen = { Screen: AccountScreen, Placeholder: AccountPlaceholder };
