import { mapShippingFields } from '@shop/api-contract/shipping-fields';
import { blankAddress, type ShippingAddress } from './shipping-address';

/** Key in sessionStorage: the draft belongs to this tab and ends with the tab or a sign-out. */
const draftKey = 'checkout_draft';

/**
 * Reads the address as last typed, for a form that opens again after a reload or a sign-in.
 *
 * @returns Blank fields when no readable draft is found or the browser blocks storage.
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

/** Saves the address. Does nothing when the browser blocks storage. */
export function writeDraft(address: ShippingAddress): void {
  try {
    window.sessionStorage.setItem(draftKey, JSON.stringify(address));
  } catch {
    // Storage is blocked or full. The form itself still holds the address.
  }
}

/** Deletes the draft after its order was placed. */
export function deleteDraft(): void {
  try {
    window.sessionStorage.removeItem(draftKey);
  } catch {
    // Storage is blocked, so no draft was saved.
  }
}
