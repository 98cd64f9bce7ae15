import type { AppDispatch } from '@shop/api-client/app-state';
import type { ApiCallbacks } from '@shop/api-client/base-query';
import { endSession } from '@shop/api-client/end-session';
import { createStoredValue } from '@shop/forms/stored-value';
import { signedIn } from '@shop/session/session-slice';
import { clearPrivateStorage } from '@shop/session/use-sign-out';

/** Hash of the e-mail address of the shopper whose data this device holds. A sign-out deletes it with the data. */
const storedOwner = createStoredValue(
  () => window.localStorage,
  'until-sign-out:owner',
  (stored) => (typeof stored === 'number' ? stored : null),
);

/**
 * Hashes an e-mail address to 32 bits with FNV-1a, because Web Crypto does not work on a page without HTTPS. The address cannot be
 * computed from it, but a guessed address can be compared with it. Two shoppers of a device have the same hash in one of four billion
 * cases.
 */
function hashEmail(email: string): number {
  let hash = 0x811c9dc5;
  for (const character of email.trim().toLowerCase()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return hash;
}

/**
 * Creates a thunk that stores the token of a successful sign-in. It signs out another shopper first, as `useSignOut` does: the
 * shopper whose data is on the device, also after the server has ended their session, or the shopper of another stored token where
 * the device does not know the owner. Other tabs follow this sign-out before they find the token. Without another token, data without
 * an owner stays: a visitor has typed it, or an earlier version of the shop has stored it.
 *
 * @returns True when another shopper was signed out.
 */
export const startSession =
  (token: string, email: string) =>
  (dispatch: AppDispatch, _getState: unknown, { readToken }: ApiCallbacks): boolean => {
    const storedToken = readToken();
    const isReplaced = storedToken !== null && storedToken !== token;
    const before = storedOwner.read();
    const owner = hashEmail(email);
    const isOther = before === null ? isReplaced : before !== owner;
    if (isReplaced) dispatch(endSession());
    if (isOther) clearPrivateStorage();
    storedOwner.write(owner);
    dispatch(signedIn(token));
    return isOther;
  };
