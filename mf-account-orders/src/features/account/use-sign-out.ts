import { useNotify } from '@shop/notifications/use-notify';
import { useSession } from '@shop/session/use-session';

/** Signs out with the account page's own words; the shell's guard then leads to sign-in. Specification 8; readings 18. */
export function useSignOut(): () => void {
  const { signOut } = useSession();
  const notify = useNotify();
  return () => {
    try {
      signOut();
      notify({ title: 'Logged out', description: 'You have been successfully logged out.' });
    } catch (error) {
      console.error('Signing out failed:', error);
      notify({ tone: 'destructive', title: 'Error', description: 'Failed to log out properly.' });
    }
  };
}
