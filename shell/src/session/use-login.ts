import { type ApiError, toApiError } from '@shop/api-client/api-error';
import { useNotify } from '@shop/notifications/use-notify';
import { readReturnTo } from '@shop/remote-contract/return-path';
import { useLocation, useNavigate } from '@shop/router/router';
import { useIsShown } from '@shop/router/use-is-shown';
import { useSession } from '@shop/session/use-session';
import { type Credentials, sessionApi } from './session.endpoints';

/** What the notice says about a failed sign-in. Specification 8 "Authentication". */
function loginFailureMessage(error: ApiError): string {
  switch (error.kind) {
    case 'status':
      return error.message || 'Failed to login. Please check your credentials.';
    case 'no-response':
      return 'No response from server. Please try again later.';
    case 'malformed':
      return error.message || 'Failed to login. Please check your credentials.';
  }
}

const tokenMissing: ApiError = {
  kind: 'malformed',
  message: 'Authentication failed: Token is missing in the response',
};

/**
 * Signs in and goes back to where the shopper came from, else home. A failure is logged and shown, and the page stays.
 * Specification 2 and 4 "Login".
 */
export function useLogin(): (credentials: Credentials) => Promise<void> {
  const [authorize] = sessionApi.useSessionAuthorizeMutation();
  const { signIn } = useSession();
  const notify = useNotify();
  const navigate = useNavigate();
  const { state } = useLocation();
  const isShown = useIsShown();

  return async (credentials) => {
    try {
      const token = await authorize(credentials).unwrap();
      if (token === null) throw tokenMissing;
      const { pathname, search, hash, state: returnState } = readReturnTo(state);
      signIn(token);
      notify({ title: 'Success!', description: 'Logged in successfully.' });
      // A shopper who has gone on meanwhile stays there.
      if (isShown.current) navigate({ pathname, search, hash }, { replace: true, state: returnState });
    } catch (thrown) {
      const error = toApiError(thrown);
      console.error('Sign-in failed:', error);
      notify({ tone: 'destructive', title: 'Error', description: loginFailureMessage(error) });
    }
  };
}
