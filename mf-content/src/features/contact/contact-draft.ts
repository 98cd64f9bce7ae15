import { isRecord } from '@shop/api-contract/decoders/values';

/** The fields of the contact form as typed. */
export interface ContactMessage {
  name: string;
  email: string;
  subject: string;
  message: string;
}

export const blankMessage: ContactMessage = { name: '', email: '', subject: '', message: '' };

const storageKey = 'contact_draft';

/** Reads what the shopper has typed in this tab. Blank when storage has nothing readable. A sign-out empties the storage of the tab. */
export function readContactDraft(): ContactMessage {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? 'null');
    const read = (field: keyof ContactMessage) => {
      const value = isRecord(stored) ? stored[field] : '';
      return typeof value === 'string' ? value : '';
    };
    return { name: read('name'), email: read('email'), subject: read('subject'), message: read('message') };
  } catch {
    return blankMessage;
  }
}

/** Stores what the shopper has typed, until the tab closes. A blank message deletes it. */
export function writeContactDraft(message: ContactMessage): void {
  try {
    if (Object.values(message).some(Boolean)) window.sessionStorage.setItem(storageKey, JSON.stringify(message));
    else window.sessionStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked or full. The form still holds the text.
  }
}
