import { useNotify } from '@shop/notifications/use-notify';
import { useSession } from '@shop/session/use-session';

/**
 * Signs out, and says so in the words of the place where it was asked for.
 *
 * @param farewell What the shopper reads afterwards; account page and menu each have words of their own.
 * @see Specification 8; readings 18
 */
export function useSignOut(farewell: string): () => void {
  const { signOut } = useSession();
  const notify = useNotify();
  return () => {
    try {
      signOut();
      notify({ title: 'Logged out', description: farewell });
    } catch (error) {
      console.error('Signing out failed:', error);
      notify({ tone: 'destructive', title: 'Error', description: 'Failed to log out properly.' });
    }
  };
}
