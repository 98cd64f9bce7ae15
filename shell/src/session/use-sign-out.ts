import { useNotify } from '@shop/notifications/use-notify';
import { useSession } from '@shop/session/use-session';

/** Signs out with the shop's own words; the account page has words of its own. Specification 8; readings 18. */
export function useSignOut(): () => void {
  const { signOut } = useSession();
  const notify = useNotify();
  return () => {
    try {
      signOut();
      notify({ title: 'Logged out', description: 'You have been logged out successfully.' });
    } catch (error) {
      console.error('Signing out failed:', error);
      notify({ tone: 'destructive', title: 'Error', description: 'Failed to log out properly.' });
    }
  };
}
