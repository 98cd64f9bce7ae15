import { useNotify } from '@shop/notifications/use-notify';
import { type FormEvent, useRef, useState } from 'react';

/** The message under the field. */
type EmailError = '' | 'Please enter your email address' | 'Please enter a valid email address';

export interface NewsletterSignup {
  error: EmailError;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Call it when the shopper edits the field: clears the error and permits another submit. */
  clearError: () => void;
}

/**
 * Handles the newsletter form. A valid address shows a toast and clears the field; no request is sent. The browser's
 * constraint validation checks the address and the shop shows its own message.
 *
 * @see Specification 4 and 5 "Newsletter"; Interpretations 27 and 28
 */
export function useNewsletter(): NewsletterSignup {
  const [error, setError] = useState<EmailError>('');
  /** True from a success until the next edit: a double click must not report the cleared field as an error. */
  const isSubscribed = useRef(false);
  const notify = useNotify();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    if (isSubscribed.current) return;
    const { valueMissing, valid } = field.validity;
    if (!valid) {
      setError(valueMissing ? 'Please enter your email address' : 'Please enter a valid email address');
      field.focus();
      return;
    }
    isSubscribed.current = true;
    setError('');
    field.value = '';
    notify({ title: 'Subscribed!', description: 'Thank you for subscribing to our newsletter.' });
  };
  const clearError = () => {
    isSubscribed.current = false;
    setError('');
  };
  return { error, submit, clearError };
}
