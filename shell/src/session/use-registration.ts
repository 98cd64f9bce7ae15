import { toApiError } from '@shop/api-client/api-error';
import { useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { useIsShown } from '@shop/router/use-is-shown';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import { useRef, useState } from 'react';
import { type Registration, sessionApi } from './session.endpoints';

/** Text, an at sign, text, a dot and text, with no spaces. Specification 5 "Register". */
const simpleEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export interface RegistrationAttempt {
  /** True after a failure until the next attempt. The screen then shows a banner. */
  hasFailed: boolean;
  register: (registration: Registration) => Promise<void>;
}

/** Gives a function that creates an account and goes home, signed out. Specification 4 and 5 "Register"; Interpretation 17. */
export function useRegistration(): RegistrationAttempt {
  const t = useTexts();
  const [send] = sessionApi.useSessionRegisterMutation();
  const [hasFailed, setHasFailed] = useState(false);
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
    setHasFailed(false);
    const email = typedEmail.trim().toLowerCase();
    if (!simpleEmail.test(email)) {
      notify({ tone: 'destructive', title: t('Invalid Email'), description: t('Please enter a valid email address.') });
      return;
    }
    try {
      await send({ ...rest, email }).unwrap();
      isDone.current = true;
      notify({ title: t('Success!'), description: t('Account created successfully. You can now log in.') });
      // A shopper who has left the page in the meantime is not moved.
      if (isShown.current) navigate(urls.home());
    } catch (thrown) {
      const error = toApiError(thrown);
      console.error('Registration failed:', error);
      const serverMessage = error.kind === 'status' ? error.message : '';
      notify({
        tone: 'destructive',
        title: t('Registration Error'),
        description: serverMessage || t('Failed to register. Please try again.'),
        lang: serverMessage ? t.dataLanguage : undefined,
      });
      setHasFailed(true);
    }
  };
  return { hasFailed, register };
}
