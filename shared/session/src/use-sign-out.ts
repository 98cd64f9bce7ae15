import { useNotify } from '@shop/notifications/use-notify';
import { useSession } from '@shop/session/use-session';

/**
 * Signs out, and says so in the words of the place where it was asked for. What the tab kept of the shopper goes as well,
 * such as an address that was typed: the next one may be somebody else. A session that the server ends is no sign-out,
 * and takes nothing.
 *
 * @param farewell What the shopper reads afterwards; account page and menu each have words of their own.
 * @see Specification 8; Interpretation 18
 */
export function useSignOut(farewell: string): () => void {
  const { signOut } = useSession();
  const notify = useNotify();
  return () => {
    forgetTab();
    try {
      signOut();
      notify({ title: 'Logged out', description: farewell });
    } catch (error) {
      console.error('Signing out failed:', error);
      notify({ tone: 'destructive', title: 'Error', description: 'Failed to log out properly.' });
    }
  };
}

function forgetTab(): void {
  try {
    window.sessionStorage.clear();
  } catch {
    // Blocked: then nothing was kept either.
  }
}
