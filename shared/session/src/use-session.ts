import { useAppDispatch, useAppSelector, useAppStore } from '@shop/api-client/app-state';
import { endSession } from '@shop/api-client/end-session';
import { useCallback } from 'react';
import { type SessionStatus, signedIn, signedOut } from './session-slice';

export interface Session {
  status: SessionStatus;
  isSignedIn: boolean;
  /** Stores a token. The sign-in screen of the shell also deletes what the device holds of another shopper. */
  signIn: (token: string) => void;
  /**
   * Removes the token, here and in other tabs, and waits for nothing. An API that announces the call ends the session on the
   * server too; no other API gets a call. Specification 4.
   *
   * @returns False when the shopper is signed out already.
   * @throws when the browser refuses to remove the token. The page counts as signed out all the same.
   */
  signOut: () => boolean;
}

/**
 * Gives the session: whether the shopper is signed in, and the functions that change it.
 *
 * @example const { isSignedIn } = useSession();
 */
export function useSession(): Session {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const status = useAppSelector(({ session }) => session.status);
  return {
    status,
    isSignedIn: status === 'signed-in',
    signIn: useCallback((token) => void dispatch(signedIn(token)), [dispatch]),
    signOut: useCallback(() => {
      if (store.getState().session.status === 'signed-out') return false;
      dispatch(endSession());
      dispatch(signedOut());
      return true;
    }, [dispatch, store]),
  };
}
