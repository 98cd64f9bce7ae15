import { useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { signOutKey } from '@shop/session/token-storage';
import { useSession } from '@shop/session/use-session';

/**
 * Gives a function that signs out and shows a toast. It also clears the session storage of every tab, such as a typed address, and
 * every key of localStorage that starts with `until-sign-out:`, because the next shopper may be another person. A session that the
 * server ends does not clear it. A call after the sign-out does nothing: a button may get several clicks before the next screen is
 * there.
 *
 * @param farewell Description of the toast, in the language of the page. The account page and the menu each have their own.
 * @example const signOut = useSignOut('You have been logged out successfully.');
 * @see Specification 8; Interpretation 18
 */
export function useSignOut(farewell: string): () => void {
  const t = useTexts();
  const { signOut, status } = useSession();
  const notify = useNotify();
  return () => {
    if (status === 'signed-out') return;
    clearPrivateStorage();
    try {
      if (!signOut()) return;
      notify({ title: t('Logged out'), description: farewell });
    } catch (error) {
      console.error('Signing out failed:', error);
      notify({ tone: 'destructive', title: t('Error'), description: t('Failed to log out properly.') });
    }
  };
}

/**
 * Deletes what the browser holds of a shopper: the session storage of this tab, and the keys of localStorage that start with
 * `until-sign-out:`. It stores the time, so that every other tab clears its session storage. It never throws.
 *
 * @example clearPrivateStorage();
 */
export function clearPrivateStorage(): void {
  try {
    // First, because a full storage refuses the time.
    window.sessionStorage.clear();
    for (const key of Object.keys(window.localStorage)) {
      if (key.startsWith('until-sign-out:')) window.localStorage.removeItem(key);
    }
    const time = String(Date.now());
    for (const storage of [window.sessionStorage, window.localStorage]) storage.setItem(signOutKey, time);
  } catch {
    // Storage is blocked, or full. What it held of the shopper is deleted already.
  }
}
