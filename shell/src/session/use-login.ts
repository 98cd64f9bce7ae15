import { type ApiError, toApiError } from '@shop/api-client/api-error';
import { useAppDispatch } from '@shop/api-client/app-state';
import { type Texts, useTexts } from '@shop/language/texts';
import { describeFailure, getServerMessage } from '@shop/notifications/failure-reason';
import type { NewNotice } from '@shop/notifications/notifications-slice';
import { useNotify } from '@shop/notifications/use-notify';
import { splitLanguage } from '@shop/remote-contract/languages';
import { readReturnTo } from '@shop/remote-contract/return-path';
import { urls } from '@shop/remote-contract/urls';
import { type Location, useLocation, useNavigate } from '@shop/router/router';
import { useIsShown } from '@shop/router/use-is-shown';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import type { SessionStatus } from '@shop/session/session-slice';
import { useSession } from '@shop/session/use-session';
import { useSignOutCount } from '@shop/session/use-sign-out-count';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Credentials, sessionApi } from './session.endpoints';
import { startSession } from './start-session';

type LoginFailure = Required<Pick<NewNotice, 'description'>> & Pick<NewNotice, 'lang' | 'reason'>;

export interface LoginAttempt {
  /** The last failure until the next attempt. The screen then shows an error above its fields. */
  failure: LoginFailure | null;
  login: (credentials: Credentials) => Promise<void>;
}

/** Describes a failed sign-in. Specification 8 "Authentication". */
function describeLoginFailure(error: ApiError, t: Texts): LoginFailure {
  const reason = describeFailure(error, t);
  if (error.kind === 'no-response')
    return { description: t('No response from server. Please try again later.'), reason };
  if (error.kind === 'malformed' && error.message) return { description: error.message };
  const message = getServerMessage(error, t);
  if (message) return { description: message.text, lang: message.lang };
  const areCredentialsWrong = error.kind === 'status' && [400, 401, 403].includes(error.status);
  return {
    description: t('Failed to login. Please check your credentials.'),
    reason: areCredentialsWrong ? undefined : reason,
  };
}

/**
 * Returns the navigation state of a link to sign-in. A link that was followed before the scripts could run has none: the document
 * knows the page of the shop that it is from.
 */
function completeState({ state, key }: Location, languages: readonly string[]): unknown {
  const { referrer } = document;
  if (state || key !== 'default' || !referrer) return state;
  const { origin, pathname, search } = new URL(referrer);
  const path = splitLanguage(pathname, languages).pathname;
  const isSession = path === urls.login() || path === urls.register();
  return origin === window.location.origin && !isSession ? { from: path + search } : state;
}

/**
 * Gives a function that signs in and returns to the page before sign-in, else to home. A failure is logged, shown in a toast and
 * returned for the form, and the shopper stays on the page. A sign-in in another tab returns to that page too.
 * Specification 2 and 4 "Login".
 */
export function useLogin(): LoginAttempt {
  const t = useTexts();
  const [authorize] = sessionApi.useSessionAuthorizeMutation();
  const [failure, setFailure] = useState<LoginFailure | null>(null);
  const { status } = useSession();
  const signOuts = useSignOutCount();
  const dispatch = useAppDispatch();
  const notify = useNotify();
  const navigate = useNavigate();
  const location = useLocation();
  const isShown = useIsShown();
  // The form stays on the page while the next screen loads. A further click must not send it again.
  const isDone = useRef(false);
  useResetOnReturn(() => {
    isDone.current = false;
  });

  /** @param isOther True when the page before sign-in is of another shopper. Its state, such as the order to pay, is left out. */
  const goBack = (isOther = false) => {
    // A shopper who has left the page in the meantime is not moved.
    if (!isShown.current) return;
    const { pathname, search, hash, state } = readReturnTo(completeState(location, t.languages));
    navigate({ pathname, search, hash }, { replace: true, state: isOther ? null : state });
  };

  const statusBefore = useRef(status);
  const followSession = useEffectEvent((now: SessionStatus) => {
    const isSignIn = statusBefore.current === 'signed-out' && now === 'signed-in';
    statusBefore.current = now;
    if (!isSignIn || isDone.current) return;
    isDone.current = true;
    // Another tab has signed out the shopper of the page before sign-in.
    goBack(signOuts > 0);
  });
  useEffect(() => followSession(status), [status]);

  const login: LoginAttempt['login'] = async (credentials) => {
    if (isDone.current) return;
    setFailure(null);
    try {
      const token = await authorize(credentials).unwrap();
      // A sign-in in another tab has led on already. A second token would sign its shopper out.
      if (isDone.current) return;
      if (token === null) {
        const tokenMissing: ApiError = {
          kind: 'malformed',
          message: t('Authentication failed: Token is missing in the response'),
        };
        throw tokenMissing;
      }
      isDone.current = true;
      const isOther = dispatch(startSession(token, credentials.email));
      notify({ title: t('Success!'), description: t('Logged in successfully.') });
      goBack(isOther);
    } catch (thrown) {
      const error = toApiError(thrown);
      console.error('Sign-in failed:', error);
      // A sign-in in another tab has made the failure irrelevant.
      if (isDone.current) return;
      const described = describeLoginFailure(error, t);
      notify({ tone: 'destructive', title: t('Error'), ...described });
      setFailure(described);
    }
  };
  return { failure, login };
}
