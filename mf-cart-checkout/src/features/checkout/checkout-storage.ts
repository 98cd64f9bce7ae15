import { isRecord } from '@shop/api-contract/decoders/values';
import type { CartLine } from '@shop/cart/cart-line';
import { parseCart } from '@shop/cart/cart-storage';
import type { ShippingAddress } from '@shop/forms/shipping-address';
import { parseAddress } from '@shop/forms/stored-address';
import { createStoredValue } from '@shop/forms/stored-value';
import { signOutKey } from '@shop/session/token-storage';

/** An order that this tab has placed. */
export interface PlacedOrder {
  orderId: string;
  /** Milliseconds since 1970. */
  placedAt: number;
  lines: CartLine[];
  address: ShippingAddress | null;
}

/** Milliseconds for which a tab offers to pay an order that it has placed. */
const placedOrderLifetimeMs = 24 * 60 * 60 * 1000;

function parsePlacedOrder(stored: unknown): PlacedOrder | null {
  if (!isRecord(stored)) return null;
  const { orderId, placedAt } = stored;
  const lines = parseCart(JSON.stringify(stored.lines ?? []));
  if (typeof orderId !== 'string' || orderId === '' || typeof placedAt !== 'number' || lines.length === 0) return null;
  if (Date.now() - placedAt > placedOrderLifetimeMs) return null;
  return { orderId, placedAt, lines, address: parseAddress(stored.address) };
}

/** An order that was sent to the server, until its response arrives. */
export interface SentOrder {
  /** Idempotency-Key of the submission. */
  key: string;
  /** Time of the first attempt, in milliseconds since 1970. */
  sentAt: number;
  /** Ids of later orders, whose responses have arrived. */
  received?: string[];
}

/** Milliseconds for which the server surely keeps the key of a submission. The store API deletes keys after a day. */
const keyLifetimeMs = 20 * 60 * 60 * 1000;

/** True while the server still answers the same submission with the first order. */
export const isSentRecently = ({ sentAt }: SentOrder): boolean => Math.abs(Date.now() - sentAt) < keyLifetimeMs;

function parseSentOrder(stored: unknown): SentOrder | null {
  if (!isRecord(stored)) return null;
  const { key, sentAt, received } = stored;
  if (typeof key !== 'string' || typeof sentAt !== 'number') return null;
  const ids = Array.isArray(received) ? received.filter((id) => typeof id === 'string') : [];
  return { key, sentAt, ...(ids.length > 0 && { received: ids }) };
}

/**
 * The order that this tab has placed last. It ends with the tab or a sign-out, and when checkout finds that the order does not wait
 * for payment any more. After a day nothing reads it.
 */
export const placedOrderStorage = createStoredValue(() => window.sessionStorage, 'checkout_placed', parsePlacedOrder);

/**
 * The address on this device that the draft of this tab replaces for one order, as JSON. The draft does not replace an address that
 * is stored later.
 */
export const replacedAddress = createStoredValue(
  () => window.sessionStorage,
  'checkout_replaced',
  (stored) => (typeof stored === 'string' ? stored : null),
);

/** An order of this device whose response was lost. All tabs share it. A sign-out deletes it. */
export const sentOrderStorage = createStoredValue(
  () => window.localStorage,
  'until-sign-out:checkout_sent',
  parseSentOrder,
);

/** Time of the last sign-out that this tab has followed. A change during a call means that the shopper of the call has signed out. */
export const signOutTime = createStoredValue(
  () => window.sessionStorage,
  signOutKey,
  (time) => time,
);
