import type { Composition } from '@shop/remote-contract/composition';
import type { SlotLoader, SlotName } from '@shop/remote-contract/slots';
import { type ComponentType, createElement, useInsertionEffect } from 'react';
import { whenIdle } from '../base/when-idle';
import type { LoadRemoteModule } from './screen-registry';

/** Lists the style sheets that a page loads from releases. */
const listSheets = (page: Document) =>
  page.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel="stylesheet"][href], style[data-href]');

const getUrl = (element: Element, page: Document): string =>
  new URL(element.getAttribute('data-href') ?? element.getAttribute('href') ?? '', page.baseURI).href;

/**
 * Gives the style sheets of the document their absolute URLs in `data-href`. The loader of a remote looks for a sheet by this
 * attribute before it requests the sheet, and it knows the absolute URL only.
 */
export function announceStyleSheets(page: Document): void {
  for (const element of listSheets(page)) element.setAttribute('data-href', getUrl(element, page));
}

/**
 * Makes the style sheets of a remote apply only while a screen or a component of it is in the page. A sheet stays loaded: it
 * applies again in the commit that shows a screen, before the browser paints. After the screen, the sheet applies until the page
 * is idle, because a browser lays out the complete page when a sheet with layers ends. The sheets in the document apply until
 * their remote has been shown, because the HTML of the server needs them.
 *
 * @returns A loader of modules whose components switch the sheets of their remote.
 * @see docs/decisions/0031
 */
export function confineStyleSheets(load: LoadRemoteModule, { remotes }: Composition, page: Document): LoadRemoteModule {
  /** Components in the page by the URL of their release. The document's own sheets have none until one is shown. */
  const shown = new Map<string, number>();
  const getBase = (base: string) => new URL(base, page.baseURI).href;
  const first = [...listSheets(page)].map((element) => getUrl(element, page));
  const confineBase = (base: string) => {
    if (!shown.has(base) && !first.some((sheet) => sheet.startsWith(base))) shown.set(base, 0);
  };
  // A version that the document omits is confined when it loads.
  for (const { base, previous } of remotes) {
    for (const known of [base, previous?.base]) if (known) confineBase(getBase(known));
  }
  const update = (canDisable: boolean) => {
    for (const element of listSheets(page)) {
      const url = getUrl(element, page);
      for (const [base, count] of shown)
        if (element.sheet && url.startsWith(base) && (count > 0 || canDisable)) element.sheet.disabled = count === 0;
    }
  };
  // A sheet that was loaded for a later screen. The event does not bubble, and pictures have it too.
  page.addEventListener('load', ({ target }) => target && 'sheet' in target && update(true), true);

  const confine = <Props extends object>(base: string, Component: ComponentType<Props>): ComponentType<Props> =>
    function Confined(props) {
      useInsertionEffect(() => {
        const change = (difference: number) => shown.set(base, (shown.get(base) ?? 0) + difference);
        change(1);
        update(false);
        return () => {
          change(-1);
          whenIdle(() => update(true));
        };
      }, []);
      return createElement(Component, props);
    };

  return async (remote, options) => {
    const base = getBase(remote.base);
    confineBase(base);
    const { routes, slots = {} } = await load(remote, options);
    return {
      routes: mapValues(routes, (loadScreen) => async () => {
        const { screen } = await loadScreen();
        return { screen: { ...screen, Screen: confine(base, screen.Screen) } };
      }),
      slots: mapValues(slots as Record<string, SlotLoader<SlotName>>, (loadSlot) => async () => {
        const { slot } = await loadSlot();
        return { slot: { ...slot, Slot: confine(base, slot.Slot) } };
      }),
    };
  };
}

const mapValues = <Value>(
  record: Readonly<Record<string, Value>>,
  map: (value: Value) => Value,
): Record<string, Value> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
