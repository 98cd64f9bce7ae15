import { isRecord } from '@shop/api-contract/decoders/values';
import type { FieldValues } from './fields/field-value';

/** Key in sessionStorage. A sign-out deletes it, a session that the server ends does not. */
const storageKey = 'payment_choices';

/** Choices of a payment form in the storage of the tab, for a reload, a sign-in and a return from the bank. */
export interface StoredChoices {
  /** Values of choices and checkboxes, by the names of the form. Typed values are never stored: they may be card data. */
  values: FieldValues;
  /** Names of the values that the shopper typed. */
  typedNames: readonly string[];
}

const nothing: StoredChoices = { values: {}, typedNames: [] };

/** Reads the stored choices of an order. Empty without storage, and for another order. */
export function readStoredChoices(orderId: string): StoredChoices {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null');
    if (!isRecord(stored) || stored.orderId !== orderId || !isRecord(stored.values)) return nothing;
    const texts = Object.entries(stored.values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const names: unknown[] = Array.isArray(stored.typedNames) ? stored.typedNames : [];
    return {
      values: Object.fromEntries(texts),
      typedNames: names.filter((name) => typeof name === 'string'),
    };
  } catch {
    return nothing;
  }
}

/** Stores the choices of a form. Without storage it does nothing. */
export function writeStoredChoices(orderId: string, choices: StoredChoices): void {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify({ orderId, ...choices }));
  } catch {
    // Storage is blocked or full. The open form still holds the values.
  }
}
