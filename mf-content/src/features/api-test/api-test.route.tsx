import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { ApiTestScreen } from './api-test.screen';

export const screen: RemoteScreen = { Screen: ApiTestScreen };
