import { text, useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { type FormEvent, useRef, useState } from 'react';

/**
 * Handles the newsletter form. A valid address shows a toast and clears the field; no request is sent. The browser's
 * constraint validation checks the address and the shop shows its own message.
 *
 * @returns `error` is the message under the field, to translate, or empty. Call `clearError` when the shopper edits the field.
 * @see Specification 4 and 5 "Newsletter"; Interpretations 27 and 28
 */
export function useNewsletter() {
  const t = useTexts();
  const [error, setError] = useState('');
  /** True from a success until the next edit: a double click must not report the cleared field as an error. */
  const isSubscribed = useRef(false);
  const notify = useNotify();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    if (isSubscribed.current) return;
    const { valueMissing, valid } = field.validity;
    if (!valid) {
      setError(valueMissing ? text('Please enter your email address') : text('Please enter a valid email address'));
      field.focus();
      return;
    }
    isSubscribed.current = true;
    setError('');
    field.value = '';
    notify({ title: t('Subscribed!'), description: t('Thank you for subscribing to our newsletter.') });
  };
  const clearError = () => {
    isSubscribed.current = false;
    setError('');
  };
  return { error, submit, clearError };
}
