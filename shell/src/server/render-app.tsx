import type { PageLanguage } from '@shop/language/texts';
import type { Composition } from '@shop/remote-contract/composition';
import { getLanguagePrefix } from '@shop/remote-contract/languages';
import type { RemoteRouteMatch } from '@shop/remote-contract/match-remote-route';
import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { createMemoryHistory } from '@shop/router/host';
import type { AppStore } from '@shop/store/create-app-store';
import type { ComponentType, ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { App, type AppProps, AppProviders } from '../app/app';
import { RemoteRoute } from '../app/app-routes';
import { createSettledEntry, type ScreenEntry, type ScreenRegistry } from '../remotes/screen-registry';
import type { RenderedSlot, ServerSlots } from '../slots/server-slots';

export interface RenderAppOptions {
  composition: Composition;
  /** Language of the page, with the shell's catalogue. */
  language: PageLanguage;
  match: RemoteRouteMatch | undefined;
  /** Redux store with the data of the page. */
  store: AppStore;
  /** The screen of the match; null without a match. */
  screen: RemoteScreen | null;
  slots: ServerSlots;
  /** Path without its language, and query. */
  address: string;
}

export interface RenderedApp {
  /** Title, meta data and links. */
  head: string;
  /** HTML of the root element. */
  body: string;
}

/** React marks a Suspense boundary whose content threw or suspended, and renders its fallback. Texts cannot contain it. */
const failedBoundary = '<!--$!-->';

/** React writes the titles, meta data and links of all components before the first element. */
const hoisted = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/;

/**
 * Renders the shop at an address.
 *
 * @throws when the screen throws, or when it suspends: its `load` must wait for everything that its first view needs.
 */
export function renderApp(options: RenderAppOptions): RenderedApp {
  const { composition, language, match, store, screen, slots, address } = options;
  const history = createMemoryHistory({ initialEntries: [getLanguagePrefix(language.code) + address] });
  const props = {
    composition,
    language,
    matchRoute: () => match,
    screens: provideScreen(screen),
    slots: slots.host,
    store,
    history,
  };
  const html = renderWithSlots(props, slots);
  if (html.includes(failedBoundary)) {
    const name = match && `${match.remote.name} ${match.remote.version}`;
    throw new Error(`${name} cannot render ${address}`, { cause: match && findCause(props, match) });
  }
  const head = hoisted.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}

/** Renders the page with its slots. A component of a slot that throws or suspends is left out. */
function renderWithSlots(props: AppProps, slots: ServerSlots): string {
  slots.startRender(() => true);
  const html = renderToString(<App {...props} />);
  const rendered = slots.listRendered();
  if (!html.includes(failedBoundary) || rendered.length === 0) return html;
  const failed = new Set(rendered.filter((slot) => !canRender(props, slot, slots)).map(({ owner }) => owner));
  const withoutFailed = () => {
    slots.startRender((owner) => !failed.has(owner));
    return renderToString(<App {...props} />);
  };
  const rest = failed.size > 0 ? withoutFailed() : html;
  if (!rest.includes(failedBoundary)) return rest;
  // A component fails inside of its page only: the page is rendered without any.
  for (const { owner } of rendered.filter(({ owner }) => !failed.has(owner))) {
    failed.add(owner);
    slots.reportFailure(owner, new Error('The page cannot be rendered with it'));
  }
  return withoutFailed();
}

const renderAlone = (props: AppProps, children: ReactNode) =>
  renderToString(<AppProviders {...props}>{children}</AppProviders>);

/** Renders one component of a slot alone, and reports its error. */
function canRender(props: AppProps, { owner, props: place, entry }: RenderedSlot, slots: ServerSlots): boolean {
  if (entry.settled?.kind !== 'ready') return false;
  const Slot = entry.settled.slot.Slot as ComponentType<object>;
  try {
    if (!renderAlone(props, <Slot {...place} />).includes(failedBoundary)) return true;
    slots.reportFailure(owner, new Error('A Suspense boundary of the slot threw or suspended'));
  } catch (error) {
    slots.reportFailure(owner, error);
  }
  return false;
}

/** A registry that holds one loaded screen. */
function provideScreen(screen: RemoteScreen | null): ScreenRegistry {
  const fail = (reason: string) => ({ kind: 'failed' as const, reason: new Error(reason) });
  const entry: ScreenEntry = createSettledEntry(
    screen ? { kind: 'ready', screen, isPrevious: false } : fail('The server renders no screen for this path'),
  );
  return {
    open: () => entry,
    prefetch: () => entry.result,
    forgetFailure: () => undefined,
    load: async () => fail('The server loads the screen of its page only'),
  };
}

/** Renders the screen again without a Suspense boundary around it, because the boundary catches the error. */
function findCause(props: AppProps, match: RemoteRouteMatch): unknown {
  try {
    renderAlone(props, <RemoteRoute match={match} />);
  } catch (error) {
    return error;
  }
  return new Error('A Suspense boundary of the screen threw or suspended');
}
