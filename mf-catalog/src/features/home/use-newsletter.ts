import { text, useTexts } from '@shop/language/texts';
import { useNotify } from '@shop/notifications/use-notify';
import { type FormEvent, useRef, useState } from 'react';

/** Milliseconds after a success in which a submit of the empty field counts as the second click of a double click. */
const doubleClickMs = 1000;

/** Reads the one address in a text, as the other forms do. Undefined when there is none, and when the code does not load. */
async function readAddress(text: string): Promise<string | undefined> {
  try {
    const { readEmail } = await import(/* webpackChunkName: "typed-email" */ './typed-email');
    return readEmail(text);
  } catch {
    return undefined;
  }
}

/**
 * Handles the newsletter form. A valid address shows a toast and clears the field; no request is sent. The browser's
 * constraint validation checks the address and the shop shows its own message. The reader of pasted addresses loads only for a text
 * that the browser rejects.
 *
 * @returns `error` is the message under the field, to translate, or empty. Call `clearError` when the shopper edits the field.
 * @see Specification 4 and 5 "Newsletter"; Interpretations 27 and 28
 */
export function useNewsletter() {
  const t = useTexts();
  const [error, setError] = useState('');
  /** Time of the last success. A double click must not report the cleared field as an error. */
  const clearedAt = useRef(-Infinity);
  const notify = useNotify();

  const subscribe = async (field: HTMLInputElement) => {
    const typed = field.value;
    if (typed === '' && performance.now() - clearedAt.current < doubleClickMs) return;
    if (typed !== '' && !field.validity.valid) {
      const address = await readAddress(typed);
      // A further click or an edit came first.
      if (field.value !== typed) return;
      field.value = address ?? typed;
    }
    const { valueMissing, valid } = field.validity;
    if (!valid) {
      field.value = typed;
      setError(valueMissing ? text('Please enter your email address') : text('Please enter a valid email address'));
      field.focus();
      return;
    }
    clearedAt.current = performance.now();
    setError('');
    field.value = '';
    notify({ title: t('Subscribed!'), description: t('Thank you for subscribing to our newsletter.') });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void subscribe(event.currentTarget.elements.namedItem('email') as HTMLInputElement);
  };
  return { error, submit, clearError: () => setError('') };
}
