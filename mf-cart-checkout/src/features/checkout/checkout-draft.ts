import { mapShippingFields } from '@shop/api-contract/shipping-fields';
import { blankAddress, type ShippingAddress } from './shipping-address';

/** In sessionStorage: what was typed belongs to this tab, and leaves with it or with a sign-out. */
const draftKey = 'checkout_draft';

/**
 * Reads the address as it was last typed, for a form that opens again after a reload or a sign-in.
 *
 * @returns Blank fields where nothing readable is found, or when the browser refuses storage.
 */
export function readDraft(): ShippingAddress {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(draftKey) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return blankAddress;
    const fields = new Map<string, unknown>(Object.entries(stored));
    return mapShippingFields((field) => {
      const value = fields.get(field);
      return typeof value === 'string' ? value : '';
    });
  } catch {
    return blankAddress;
  }
}

/** Keeps the address as typed so far; a browser that refuses storage keeps none. */
export function writeDraft(address: ShippingAddress): void {
  try {
    window.sessionStorage.setItem(draftKey, JSON.stringify(address));
  } catch {
    // Blocked or full: the form itself still holds what was typed.
  }
}

/** Forgets the address: it has become an order. */
export function forgetDraft(): void {
  try {
    window.sessionStorage.removeItem(draftKey);
  } catch {
    // Blocked: then nothing was kept either.
  }
}
