import { useEffect, useRef } from 'react';
import type { SessionView } from '../../api/responses';
import { useSessionQuery, useSignInMutation, useSignOutMutation } from '../api/console-api';
import { getErrorResponse } from '../api/error-response';

export type SessionState =
  | { kind: 'loading' }
  | { kind: 'signed-out'; problem: string | null; isBusy: boolean; signIn: (token: string) => void }
  | { kind: 'signed-in'; session: SessionView; signOut: () => void };

/** The session of the page. @param linkToken  Token of the printed link: the page signs in with it automatically. */
export function useSession(linkToken: string | null): SessionState {
  const isTried = useRef(false);
  const [signIn, signingIn] = useSignInMutation();
  const [signOut] = useSignOutMutation();
  const { currentData, error, isFetching } = useSessionQuery();
  useEffect(() => {
    if (linkToken === null || isTried.current) return;
    isTried.current = true;
    void signIn(linkToken);
  }, [linkToken, signIn]);

  if (currentData) {
    const leave = async () => {
      await signOut();
      // The reload removes everything that this person saw or typed.
      location.reload();
    };
    return { kind: 'signed-in', session: currentData, signOut: () => void leave() };
  }
  const isBusy = signingIn.isLoading || (signingIn.isSuccess && isFetching);
  const isByLink = linkToken !== null && (isBusy || signingIn.isUninitialized);
  if (isByLink || (currentData === undefined && !error)) return { kind: 'loading' };
  const problem = getErrorResponse(signingIn.error) ?? getErrorResponse(error);
  return { kind: 'signed-out', problem: problem?.error ?? null, isBusy, signIn: (token) => void signIn(token) };
}
