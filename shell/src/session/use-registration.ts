import { type ApiError, toApiError } from '@shop/api-client/api-error';
import { isRecord } from '@shop/api-contract/decoders/values';
import { createStoredValue } from '@shop/forms/stored-value';
import { useTexts } from '@shop/language/texts';
import { describeFailure, type FailureReason, getServerMessage } from '@shop/notifications/failure-reason';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { useIsShown } from '@shop/router/use-is-shown';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import { useRef, useState } from 'react';
import { type Registration, sessionApi } from './session.endpoints';

type Draft = Pick<Registration, 'firstName' | 'lastName' | 'email'>;

const readText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What the shopper has typed in this tab, without the passwords. A registration and a sign-out delete it. */
export const registrationDraft = createStoredValue<Draft>(
  () => window.sessionStorage,
  'register_draft',
  (stored) =>
    isRecord(stored)
      ? { firstName: readText(stored.firstName), lastName: readText(stored.lastName), email: readText(stored.email) }
      : null,
);

/** Text, an at sign, text, a dot and text, with no spaces. Specification 5 "Register". */
const simpleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface RegistrationAttempt {
  /** The last failure until the next attempt. The screen then shows a banner. */
  failure: { isEmailSuspect: boolean; reason: FailureReason } | null;
  register: (registration: Registration) => Promise<void>;
}

/** False when the server says that the cause is something else than the e-mail: another field, or too many attempts. */
function isEmailSuspect(error: ApiError): boolean {
  if (error.kind !== 'status' || error.status === 409) return true;
  return error.status !== 429 && (error.status >= 500 || /^\s*$|e-?mail|ईमेल/i.test(error.message));
}

/** Gives a function that creates an account and goes home, signed out. Specification 4 and 5 "Register"; Interpretation 17. */
export function useRegistration(): RegistrationAttempt {
  const t = useTexts();
  const [send] = sessionApi.useSessionRegisterMutation();
  const [failure, setFailure] = useState<RegistrationAttempt['failure']>(null);
  const notify = useNotify();
  const navigate = useNavigate();
  const isShown = useIsShown();
  // The form stays on the page while the next screen loads. A further click must not send it again.
  const isDone = useRef(false);
  useResetOnReturn(() => {
    isDone.current = false;
  });

  const register = async ({ email: typedEmail, ...rest }: Registration) => {
    if (isDone.current) return;
    setFailure(null);
    const email = typedEmail.trim().toLowerCase();
    if (!simpleEmail.test(email)) {
      notify({ tone: 'destructive', title: t('Invalid Email'), description: t('Please enter a valid email address.') });
      return;
    }
    try {
      await send({ ...rest, email }).unwrap();
      isDone.current = true;
      registrationDraft.write(null);
      notify({ title: t('Success!'), description: t('Account created successfully. You can now log in.') });
      // A shopper who has left the page in the meantime is not moved.
      if (isShown.current) navigate(urls.home());
    } catch (thrown) {
      const error = toApiError(thrown);
      console.error('Registration failed:', error);
      const message = getServerMessage(error, t);
      const reason = message ?? describeFailure(error, t);
      notify({
        tone: 'destructive',
        title: t('Registration Error'),
        ...(message
          ? { description: message.text, lang: message.lang }
          : { description: t('Failed to register. Please try again.'), reason }),
      });
      setFailure({ isEmailSuspect: isEmailSuspect(error), reason });
    }
  };
  return { failure, register };
}
