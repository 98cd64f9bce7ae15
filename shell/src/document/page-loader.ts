import type { PreloadFile } from '@shop/remote-contract/composition';
import type { AddEarly } from './early-cart';

/** Scripts of a page, for the page loader. */
export interface PageScripts {
  /** The shell's entry. Null when the head of the document requests the scripts: the page is then a frame without content. */
  entry: PreloadFile | null;
  /** Files that the entry loads for the first screen. */
  preloads: PreloadFile[];
}

/** Event that a document dispatches on `window` when the shell's entry does not load: the page does not start. */
export const entryFailedEvent = 'shop:entry-failed';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Loads the scripts of a rendered page late, and holds the shopper's input until the page reacts to it.
 *
 * The scripts load when the page is idle after its largest picture, or at the first input. A shopper who saves data loads them
 * at the first input only. Until the page is ready, the loader holds clicks on buttons and repeats them
 * afterwards in their sequence. A second click on the same control counts once, because the page has not answered the first.
 * A button that adds a product to the cart does so at once, unless earlier input waits that may change what it adds.
 * Links work without scripts. Typed text and choices are entered again, because hydration does not report them.
 * When the page does not start, the loader holds no clicks any more. A form without an address still sends nothing: its
 * fields would become part of an address.
 *
 * The text of this function becomes an inline script of the document, so it uses nothing from outside.
 *
 * @param scriptsId Id of the element with `PageScripts` as JSON.
 * @param readyEvent See `pageReadyEvent`.
 * @param failedEvent See `entryFailedEvent`.
 * @param addEarly Adds a product to the cart.
 * @see docs/decisions/0032
 */
export function holdEarlyInput(scriptsId: string, readyEvent: string, failedEvent: string, addEarly: AddEarly): void {
  const maxHeld = 20;
  const heldControl = 'button,[role=button]';
  const fields = 'input,textarea,select';
  const { entry, preloads }: PageScripts = JSON.parse(document.getElementById(scriptsId)?.textContent ?? '');
  /** With `link`, the page answers the click by the path of that link. */
  const held: { control: HTMLElement; link?: string }[] = [];
  const entered = new Map<Field, string | boolean>();
  const inputEvents = ['pointerdown', 'keydown', 'touchstart', 'scroll'];
  let isStarted = false;

  const request = ({ url, integrity }: PreloadFile, isEntry: boolean) => {
    const element = document.createElement(isEntry ? 'script' : 'link');
    const address: Record<string, string> = isEntry
      ? { src: url, 'data-entry': '' }
      : { rel: 'preload', as: 'script', href: url };
    const attributes = { ...address, crossorigin: 'anonymous', fetchpriority: 'low', ...(integrity && { integrity }) };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    // The end of the document, which recovers the entry, may not have arrived yet.
    if (isEntry) element.addEventListener('error', () => element.setAttribute('data-failed', ''));
    document.head.append(element);
  };
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    for (const name of inputEvents) removeEventListener(name, start, true);
    if (entry) request(entry, true);
    for (const file of preloads) request(file, false);
  };

  const onClick = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null;
    const control = target?.closest<HTMLElement>(`a[href],${heldControl}`);
    if (!control?.matches(heldControl)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const isRepeated =
      held.at(-1)?.control === control || held.some((click) => click.control === control && click.link);
    if (isRepeated) return;
    const isWaiting = held.length > 0 || [...entered.keys()].some((field) => !isChoice(field));
    const addition = isWaiting ? null : addEarly(control);
    if (addition && !addition.opens) return;
    if (held.length < maxHeld) held.push({ control, ...(addition?.opens && { link: addition.opens }) });
    control.setAttribute('aria-busy', 'true');
  };
  // A form with an address works without scripts, such as the search.
  const onSubmit = (event: Event) => {
    if (!(event.target as Element).hasAttribute('action')) event.preventDefault();
  };
  const isChoice = (field: Field): field is HTMLInputElement =>
    field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type);
  const onInput = ({ target }: Event) => {
    if (!(target instanceof Element && target.matches(fields))) return;
    const field = target as Field;
    // The map lists the last input last: the last of several choices stays.
    entered.delete(field);
    entered.set(field, isChoice(field) ? field.checked : field.value);
  };
  const stopHolding = () => {
    removeEventListener('click', onClick, true);
    for (const { control } of held) control.removeAttribute('aria-busy');
  };

  // React reports a change only when the new value differs from the last one that went through the field's own property.
  const enter = (field: Field, value: string | boolean) => {
    if (!field.isConnected) return;
    if (isChoice(field)) {
      field.checked = !value;
      field.click();
      return;
    }
    if (!(field instanceof HTMLSelectElement)) field.value = '';
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  };
  const repeat = () => {
    const click = held.shift();
    const target = click?.link ? document.querySelector<HTMLElement>(`a[href="${click.link}"]`) : click?.control;
    if (target?.isConnected) target.click();
    if (held.length > 0) setTimeout(repeat);
  };
  const onReady = () => {
    removeEventListener(readyEvent, onReady);
    stopHolding();
    removeEventListener('submit', onSubmit, true);
    removeEventListener('input', onInput, true);
    for (const [field, value] of entered) enter(field, value);
    repeat();
  };

  addEventListener('click', onClick, true);
  addEventListener('submit', onSubmit, true);
  addEventListener('input', onInput, true);
  addEventListener(readyEvent, onReady);
  addEventListener(failedEvent, stopHolding);
  if (!entry) return;

  for (const name of inputEvents) addEventListener(name, start, { capture: true, passive: true });
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  // A stored copy needs no network for its scripts, and its pictures may never arrive.
  const isCopy = 'copy' in document.documentElement.dataset;
  if (isCopy) start();
  if (isCopy || connection?.saveData) return;
  const startWhenIdle = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(start, { timeout: 2000 });
    else setTimeout(start, 1);
  };
  const startAfterPicture = () => {
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]');
    if (!picture || picture.complete) startWhenIdle();
    else for (const name of ['load', 'error']) picture.addEventListener(name, startWhenIdle, { once: true });
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', startAfterPicture);
  else startAfterPicture();
}
