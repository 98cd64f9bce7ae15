import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { ContactScreen } from './contact.screen';

export const screen: RemoteScreen = { Screen: ContactScreen };
