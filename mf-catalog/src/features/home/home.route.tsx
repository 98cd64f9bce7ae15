import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { HomeScreen } from './home.screen';

/** The home page takes nothing from its URL. What it asks for depends on store information, so nothing is prefetched. */
export const screen: RemoteScreen = { Screen: HomeScreen };
