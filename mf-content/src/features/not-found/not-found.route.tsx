import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { NotFoundScreen } from '../../not-found/not-found.screen';

export const screen: RemoteScreen = {
  Screen: NotFoundScreen,
  load: async ({ loadSlot }) => loadSlot?.('screen.suggestions', { productIds: [] }),
};
