import { useCallback } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { type SessionState, type SessionStatus, signedIn, signedOut } from './session-slice';

export interface Session {
  status: SessionStatus;
  isSignedIn: boolean;
  /** Stores the token of a successful sign-in. */
  signIn: (token: string) => void;
  /**
   * Forgets the token, here and in other tabs. The server is not told. Specification 4.
   *
   * @throws when the browser refuses to remove the token; this page counts as signed out all the same.
   */
  signOut: () => void;
}

/** Whether the shopper is signed in, and how to change it. */
export function useSession(): Session {
  const dispatch = useDispatch();
  const status = useSelector((state: { session: SessionState }) => state.session.status);
  return {
    status,
    isSignedIn: status === 'signed-in',
    signIn: useCallback((token) => void dispatch(signedIn(token)), [dispatch]),
    signOut: useCallback(() => void dispatch(signedOut()), [dispatch]),
  };
}
