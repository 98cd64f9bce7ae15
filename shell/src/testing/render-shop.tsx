import type { PageLanguage } from '@shop/language/texts';
import type {
  ComposedLink,
  ComposedPath,
  ComposedRemote,
  Composition,
  RemoteVersion,
} from '@shop/remote-contract/composition';
import { getLanguagePrefix } from '@shop/remote-contract/languages';
import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import type { RemoteSlot, SlotName } from '@shop/remote-contract/slots';
import { createMemoryHistory } from '@shop/router/host';
import type { Location } from '@shop/router/router';
import { createAppStore } from '@shop/store/create-app-store';
import { aComposition } from '@shop/testing/a-composition';
import { DetachedEmotionCache } from '@shop/testing/detached-emotion-cache';
import { fakeApiBase } from '@shop/testing/store-api-fake';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app/app';
import { createRouteMatcher } from '../remotes/routes';
import { createScreenRegistry, type LoadRemoteModule } from '../remotes/screen-registry';
import { confineStyleSheets } from '../remotes/style-sheets';
import { waitUntilBelow } from '../slots/late-slot';
import { createSlotHost } from '../slots/slot-host';

/** Creates a promise that a test resolves. */
export function createGate() {
  let pass: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  return { passed, pass: () => act(async () => pass()) };
}

/** Reports every slot as below the window, so that a component of a slot appears however slow the machine is. */
export function showLateSlots(): void {
  window.IntersectionObserver = class {
    constructor(private readonly report: IntersectionObserverCallback) {}
    observe() {
      const entry = { isIntersecting: false, boundingClientRect: { top: 1e6 } } as IntersectionObserverEntry;
      this.report([entry], this as unknown as IntersectionObserver);
    }
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
}

/** Components by the name of their slot. A rejection stands for code that does not load. */
export type FakeSlots = { [Name in SlotName]?: { order: number; load: () => Promise<RemoteSlot<Name>> } };

/** A remote of a test's composition. */
export interface FakeRemote {
  name: string;
  /** Slots that the remote fills, by name. Default: none. */
  slots?: FakeSlots;
  /** Links that the remote adds. Default: none. */
  links?: ComposedLink[];
  paths: (Pick<ComposedPath, 'id' | 'pattern'> & Partial<ComposedPath>)[];
  /** Loads the screen of every path. A rejection stands for a remote that is down. */
  load: () => Promise<RemoteScreen>;
  /** Loads the screen of every path in the previous version. Absent when there was none. */
  loadPrevious?: () => Promise<RemoteScreen>;
}

/** Composes fake remotes at version 1.0.0. */
export function composeFakes(fakes: FakeRemote[]): Composition {
  const composition = aComposition(
    fakes.map(({ name, paths, slots }) => ({
      name,
      paths: Object.fromEntries(paths.map(({ id, ...path }) => [id, { access: 'open', ...path }])),
      ...(slots && { slots }),
    })),
  );
  const remotes = composition.remotes.map((remote, index): ComposedRemote => {
    const { links, loadPrevious } = fakes[index] as FakeRemote;
    const base = remote.base.replace('1.0.0', '0.9.0');
    const previous = { ...remote, version: '0.9.0', base, global: `${remote.global}_0_9_0` };
    return { ...remote, ...(links && { links }), ...(loadPrevious && { previous }) };
  });
  return { ...composition, remotes };
}

/** Loads the modules of fake remotes. */
const createFakeLoader =
  (remotes: FakeRemote[]): LoadRemoteModule =>
  async ({ name, version }) => {
    const remote = remotes.find((fake) => fake.name === name);
    if (!remote) throw new Error(`no fake remote "${name}"`);
    const loadScreen = version === '1.0.0' ? remote.load : remote.loadPrevious;
    // A remote that is down has neither screens nor slots.
    const screen = remote.paths.length > 0 ? await loadScreen?.() : undefined;
    const routes = screen ? remote.paths.map(({ id }) => [id, async () => ({ screen })]) : [];
    const slots = Object.entries(remote.slots ?? {}).map(([slot, { load }]) => [
      slot,
      async () => ({ slot: await load() }),
    ]);
    return { routes: Object.fromEntries(routes), slots: Object.fromEntries(slots) };
  };

export interface RenderShopOptions {
  at: string;
  state?: unknown;
  remotes?: FakeRemote[];
  /** Milliseconds until a remote counts as failed. Default: 5000. */
  timeoutMs?: number;
  /** Language of the page, with all texts. The address does not begin with it. Default: English. */
  language?: PageLanguage;
}

const english: PageLanguage = { code: 'en', catalog: {} };

/** Renders the complete shell with fake remotes at an address. */
export async function renderShop({ at, state, remotes = [], timeoutMs = 5000, language = english }: RenderShopOptions) {
  const composition = composeFakes(remotes);
  const failures: string[] = [];
  const onFailure = ({ name, version }: RemoteVersion) => void failures.push(`${name} ${version}`);
  const loadRemote = confineStyleSheets(createFakeLoader(remotes), composition, document);
  const screens = createScreenRegistry(loadRemote, timeoutMs, onFailure);
  const { store, readStorage } = createAppStore({
    settings: { apiBase: fakeApiBase, orderAmounts: 'dollar' },
    storage: window.localStorage,
  });
  readStorage();
  const slots = createSlotHost({ composition, screens, store, waitUntilBelow, onLoadFailure: onFailure });
  const { pathname, search, hash } = new URL(getLanguagePrefix(language.code) + at, 'http://shop.test');
  const history = createMemoryHistory({ initialEntries: [{ pathname, search, hash, state }] });
  // React never retries a component that suspends with `use` inside an `act` without await.
  await act(async () => {
    render(
      <DetachedEmotionCache>
        <App
          composition={composition}
          language={language}
          matchRoute={createRouteMatcher({
            ...composition,
            shell: { ...composition.shell, languages: [...(language.languages ?? [])] },
          })}
          screens={screens}
          slots={slots}
          store={store}
          history={history}
        />
      </DetachedEmotionCache>,
    );
  });
  return {
    user: userEvent.setup({ delay: null }),
    store,
    /** Name and version of each remote whose code or slot did not load. */
    failures,
    location: (): Location => history.location,
    go: (to: string) => act(async () => history.push(to)),
    /** Does what the browser's Back button does. */
    back: () => act(async () => history.go(-1)),
    forward: () => act(async () => history.go(1)),
  };
}
