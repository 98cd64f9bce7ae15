import type { LinkSlotName, SlotLink, SlotName, SlotProps } from '@shop/remote-contract/slots';
import { createContext, type ReactNode, useContext } from 'react';

/** What fills the places of a page. The shell provides it. */
export interface Slots {
  /** Renders the components of a slot. */
  render: <Name extends SlotName>(name: Name, props: SlotProps[Name]) => ReactNode;
  /** Lists the links of a slot in their order. */
  listLinks: (name: LinkSlotName) => readonly SlotLink[];
}

/** Without the shell, as in a test or in a remote alone, every place is empty. */
export const SlotsContext = createContext<Slots>({ render: () => null, listLinks: () => [] });

export interface SlotPlaceProps<Name extends SlotName> {
  name: Name;
  /** Props of every component in the slot. */
  props: SlotProps[Name];
}

/**
 * A place in a screen that other remotes fill. It renders nothing when no remote fills the slot, and for a component that fails
 * or is slow. The parent must give it no space of its own: no `gap`, no margin between siblings. A late component appears when the
 * element after it is below the window, so a slot at the end of a screen fills soonest.
 *
 * @example <Slot name="product.below" props={{ productId: product.id }} />
 */
export function Slot<Name extends SlotName>({ name, props }: SlotPlaceProps<Name>): ReactNode {
  return useContext(SlotsContext).render(name, props);
}

/**
 * Lists the links that remotes add to a navigation, in their order. They follow the links of the specification.
 *
 * @example useSlotLinks('account.navigation').map(({ text, to }) => <Link key={to} to={to}>{text}</Link>)
 */
export function useSlotLinks(name: LinkSlotName): readonly SlotLink[] {
  return useContext(SlotsContext).listLinks(name);
}
