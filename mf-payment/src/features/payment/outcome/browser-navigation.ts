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
 * An entry hides the form's own property of the same name, such as `submit` or `append`. So all entries are appended at once,
 * and `submit` is the prototype's. Interpretation 25.
 */
export function postTo(url: string, entries: readonly PostEntry[]): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  form.hidden = true;
  const inputs = entries.map(([name, value]) => {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    return input;
  });
  form.append(...inputs);
  document.body.append(form);
  HTMLFormElement.prototype.submit.call(form);
}
