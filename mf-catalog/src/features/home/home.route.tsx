import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { HomeScreen } from './home.screen';

/** The home page has no URL parameters. It has no prefetch, because its requests depend on store information. */
export const screen: RemoteScreen = { Screen: HomeScreen };
