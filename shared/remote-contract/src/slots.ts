import type { AppDispatch } from '@shop/api-client/app-state';
import type { ComponentType } from 'react';

/**
 * Slots that components fill, with the props of their place. A place is where a screen renders `<Slot>` of
 * `@shop/slots/slot`. A new slot or a new optional prop is a minor version of `remoteContractVersion`.
 */
export interface SlotProps {
  /** On the product page, below the product and above the recently viewed products. */
  'product.below': { productId: string };
  /** In the cart, below the Checkout button. */
  'cart.summary': { itemCount: number /** Rupees. */; total: number };
  /** On the home page, below its last section. */
  'home.section': Readonly<Record<never, never>>;
  /**
   * Below the cart, the thank-you page, the 404 page and a search without products. `productIds` are the products of the cart or
   * the order, the latest last; empty without any. The screen gives the width.
   */
  'screen.suggestions': { productIds: readonly string[] };
}

/** A slot that components fill. */
export type SlotName = keyof SlotProps;

/** A slot that holds links. A link is data, so it costs no script and cannot fail. The header's links are in the mobile menu too. */
export type LinkSlotName = 'header.navigation' | 'footer.links' | 'account.navigation';

/** A link that a remote adds to the navigation of the shop. */
export interface SlotLink {
  text: string;
  /** Path of the shop, with its query: `/reviews?sort=new`. */
  to: string;
  /** Position among the added links: 0 to 999. The links of the specification come first. */
  order: number;
}

/**
 * The slots that a remote fills. The name is also the name of the chunk that holds the component.
 *
 * @example
 * export const slots = { 'product.below': { order: 100 } } as const satisfies FilledSlots;
 */
export type FilledSlots = {
  readonly [Name in SlotName]?: { /** Position among the fillers of the slot: 0 to 999. */ readonly order: number };
};

/**
 * The links that a remote adds, by slot.
 *
 * @example
 * export const links = { 'footer.links': [{ text: 'Reviews', to: '/reviews', order: 100 }] } as const satisfies SlotLinks;
 */
export type SlotLinks = { readonly [Name in LinkSlotName]?: readonly Readonly<SlotLink>[] };

/** What a slot's `load` receives. */
export interface SlotIntent<Name extends SlotName> {
  props: SlotProps[Name];
  /** Dispatches to the Redux store. Load an endpoint with `endpoint.initiate(…, { subscribe: false })`. */
  dispatch: AppDispatch;
}

/** A component that fills a slot. */
export interface RemoteSlot<Name extends SlotName> {
  /** Has its complete height at its first render, or renders nothing. It renders outside of the screen's own routes. */
  Slot: ComponentType<SlotProps[Name]>;
  /**
   * Loads the data of the first view. The slot appears when it has finished, on the server and in the browser. A rejection
   * leaves the slot out.
   */
  load?: (intent: SlotIntent<Name>) => Promise<unknown>;
}

/** Loads the chunk of one slot. */
export type SlotLoader<Name extends SlotName> = () => Promise<{ slot: RemoteSlot<Name> }>;

/** One loader for each filled slot. The compiler rejects a missing loader and a surplus one. */
export type RemoteSlots<Filled extends FilledSlots = Required<FilledSlots>> = {
  readonly [Name in keyof Filled & SlotName]: SlotLoader<Name>;
};

/** The position of a filler or link, and the app that it belongs to. */
export interface SlotPosition {
  app: string;
  order: number;
}

/** Sorts the fillers of a slot: by order, and by app name for the same order. Every server and page sorts alike. */
export function compareSlotPositions(a: SlotPosition, b: SlotPosition): number {
  return a.order - b.order || (a.app < b.app ? -1 : Number(a.app > b.app));
}

/** Loads what fills a slot before the screen shows it. It never rejects. */
export type LoadSlot = <Name extends SlotName>(name: Name, props: SlotProps[Name]) => Promise<void>;
