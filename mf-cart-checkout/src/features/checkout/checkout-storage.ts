import { isRecord } from '@shop/api-contract/decoders/values';
import { mapShippingFields } from '@shop/api-contract/shipping-fields';
import type { CartLine } from '@shop/cart/cart-line';
import { parseCart } from '@shop/cart/cart-storage';
import type { ShippingAddress } from './shipping-address';

/** One value in the browser's storage. Neither function throws: without storage, nothing is read and nothing is stored. */
interface StoredValue<Value> {
  /** Null when storage has no valid value. */
  read: () => Value | null;
  /** Null deletes the value. */
  write: (value: Value | null) => void;
}

function createStoredValue<Value>(
  getStorage: () => Storage,
  key: string,
  parse: (stored: unknown) => Value | null,
): StoredValue<Value> {
  return {
    read: () => {
      try {
        return parse(JSON.parse(getStorage().getItem(key) ?? 'null'));
      } catch {
        return null;
      }
    },
    write: (value) => {
      try {
        if (value === null) getStorage().removeItem(key);
        else getStorage().setItem(key, JSON.stringify(value));
      } catch {
        // Storage is blocked or full. The page itself still holds the value.
      }
    },
  };
}

/** An address with at least one filled field. A field is blank when storage has no text for it. */
function parseAddress(stored: unknown): ShippingAddress | null {
  if (!isRecord(stored)) return null;
  const address = mapShippingFields((field) => {
    const value = stored[field];
    return typeof value === 'string' ? value : '';
  });
  return Object.values(address).some(Boolean) ? address : null;
}

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
}

function parseSentOrder(stored: unknown): SentOrder | null {
  if (!isRecord(stored)) return null;
  const { key, sentAt } = stored;
  return typeof key === 'string' && typeof sentAt === 'number' ? { key, sentAt } : null;
}

const getTabStorage = () => window.sessionStorage;

/** The address as typed in this tab. It ends with the tab, the order or a sign-out. */
export const draftStorage = createStoredValue(getTabStorage, 'checkout_draft', parseAddress);

/** The order that this tab has placed last. It ends with the tab, a sign-out, the payment or after a day. */
export const placedOrderStorage = createStoredValue(getTabStorage, 'checkout_placed', parsePlacedOrder);

/**
 * The address that the shopper has agreed to keep on this device. `useSignOut` deletes keys with this prefix, because the next
 * shopper may be another person.
 */
export const keptAddressStorage = createStoredValue(
  () => window.localStorage,
  'until-sign-out:checkout_address',
  parseAddress,
);

/** The last order of this device whose response was lost. All tabs share it. `useSignOut` deletes it. */
export const sentOrderStorage = createStoredValue(
  () => window.localStorage,
  'until-sign-out:checkout_sent',
  parseSentOrder,
);
