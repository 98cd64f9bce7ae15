import type { SlotLoader, SlotName, SlotProps } from '@shop/remote-contract/slots';
import { createMemoryHistory } from '@shop/router/host';
import type { AppStore } from '@shop/store/create-app-store';
import { act, render } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { FakeShell } from './fake-shell';
import { openShop } from './open-shop';

export interface RenderedSlot {
  user: UserEvent;
  store: AppStore;
}

/**
 * Renders what a remote fills a slot with, after its `load`, as the shop does. Its parent has no route.
 *
 * @throws when the code or the `load` fails. The shop then leaves the slot out.
 * @example await renderSlot(slots['product.below'], { productId: 'p1' });
 */
export async function renderSlot<Name extends SlotName>(
  loader: SlotLoader<Name>,
  props: SlotProps[Name],
): Promise<RenderedSlot> {
  const { store, user } = openShop();
  const { slot } = await loader();
  await act(async () => slot.load?.({ props, dispatch: store.dispatch }));
  const { Slot } = slot;
  render(
    <FakeShell store={store} history={createMemoryHistory()}>
      <Slot {...(props as SlotProps[Name] & object)} />
    </FakeShell>,
  );
  return { user, store };
}
