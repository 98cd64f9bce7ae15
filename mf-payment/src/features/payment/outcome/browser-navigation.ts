import type { PostEntry } from './payment-outcome';

/** Where the page is, and the two ways out of the shop. The only place of this remote that moves the browser. */

/** Host name of the page, without a port. */
export function pageHostname(): string {
  return window.location.hostname;
}

/** Leaves for a page, or opens an app through its link. The address has been checked by the caller. */
export function goTo(url: string): void {
  window.location.assign(url);
}

/**
 * Posts a form to another site, as a payment provider wants it, and leaves the page with it.
 *
 * The prototype's submit is called, since an entry named `submit` would hide the form's own. Interpretation 25.
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
