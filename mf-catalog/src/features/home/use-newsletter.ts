import { useNotify } from '@shop/notifications/use-notify';
import { type FormEvent, useRef, useState } from 'react';

/** What stands under the field. */
type EmailError = '' | 'Please enter your email address' | 'Please enter a valid email address';

export interface NewsletterSignup {
  error: EmailError;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** The shopper types: an error is out of date, and a new address may be sent. */
  edited: () => void;
}

/**
 * The newsletter's form. It calls nothing; the field is cleared and a notice says the shopper is subscribed. The browser
 * judges the address, our message says so. Specification 4 and 5 "Newsletter"; Interpretations 27 and 28.
 */
export function useNewsletter(): NewsletterSignup {
  const [error, setError] = useState<EmailError>('');
  /** After a success the empty field is no mistake: a second, hasty click is let go. */
  const isDone = useRef(false);
  const notify = useNotify();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    if (isDone.current) return;
    const { valueMissing, valid } = field.validity;
    if (!valid) {
      setError(valueMissing ? 'Please enter your email address' : 'Please enter a valid email address');
      field.focus();
      return;
    }
    isDone.current = true;
    setError('');
    field.value = '';
    notify({ title: 'Subscribed!', description: 'Thank you for subscribing to our newsletter.' });
  };
  const edited = () => {
    isDone.current = false;
    setError('');
  };
  return { error, submit, edited };
}
