import type { PostEntry } from './payment-outcome';

/** The only module of this remote that navigates the browser to another document. */

/** Host name of the page, without a port. */
export function pageHostname(): string {
  return window.location.hostname;
}

/** Loads a page, or opens an app through its link. The caller has checked the address. */
export function goTo(url: string): void {
  window.location.assign(url);
}

/**
 * Posts a form to the payment provider. The browser leaves the page.
 *
 * Calls the prototype's `submit`, because an entry named `submit` would hide the form's own method. Interpretation 25.
 */
export function postTo(url: string, entries: readonly PostEntry[]): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  form.hidden = true;
  for (const [name, value] of entries) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}
