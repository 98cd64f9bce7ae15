import type { ComposedPath, ComposedRemote, Composition } from '@shop/remote-contract/composition';
import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { createMemoryHistory, type Location } from '@shop/router/router';
import { createAppStore } from '@shop/store/create-app-store';
import { DetachedEmotionCache } from '@shop/testing/detached-emotion-cache';
import { fakeApiBase } from '@shop/testing/store-api-fake';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { createRouteMatcher } from '../remotes/create-route-matcher';
import { createScreenRegistry, type LoadRemoteModule } from '../remotes/screen-registry';

/** A remote of a test's composition. */
export interface FakeRemote {
  name: string;
  paths: (Pick<ComposedPath, 'id' | 'pattern'> & Partial<ComposedPath>)[];
  /** Loads the screen of every path. A rejection stands for a remote that is down. */
  load: () => Promise<RemoteScreen>;
  /** Loads the screen of every path in the previous version. Absent when there was none. */
  loadPrevious?: () => Promise<RemoteScreen>;
}

/** Composes fake remotes at version 1.0.0. */
export function composeFakes(remotes: FakeRemote[]): Composition {
  const app = (name: string, version = '1.0.0') => ({
    name,
    version,
    digest: '0123456789ab',
    base: `/r/${name}/${version}-0123456789ab/`,
    entry: { path: 'entry.js', integrity: 'sha384-test' as const },
  });
  const toRemote = ({ name, paths, loadPrevious }: FakeRemote): ComposedRemote => ({
    ...app(name),
    global: name,
    ...(loadPrevious ? { previous: { ...app(name, '0.9.0'), global: `${name}_0_9_0` } } : {}),
    paths: paths.map((path) => ({ access: 'open', ...path })),
  });
  return { seq: 1, env: 'production', shell: app('shell'), remotes: remotes.map(toRemote) };
}

export interface RenderShopOptions {
  at: string;
  state?: unknown;
  remotes?: FakeRemote[];
  /** Milliseconds until a remote counts as failed. Default: 5000. */
  timeoutMs?: number;
}

/** Renders the complete shell with fake remotes at an address. */
export async function renderShop({ at, state, remotes = [], timeoutMs = 5000 }: RenderShopOptions) {
  const composition = composeFakes(remotes);
  const load: LoadRemoteModule = async ({ name, version }) => {
    const remote = remotes.find((fake) => fake.name === name);
    const screen = await (version === '1.0.0' ? remote?.load() : remote?.loadPrevious?.());
    if (!remote || !screen) throw new Error(`no fake remote "${name}"`);
    return { routes: Object.fromEntries(remote.paths.map(({ id }) => [id, async () => ({ screen })])) };
  };
  const { store, readStorage } = createAppStore({
    settings: { apiBase: fakeApiBase, orderAmounts: 'dollar' },
    storage: window.localStorage,
  });
  readStorage();
  const { pathname, search, hash } = new URL(at, 'http://shop.test');
  const history = createMemoryHistory({ initialEntries: [{ pathname, search, hash, state }], v5Compat: true });
  // React never retries a component that suspends with `use` inside an `act` without await.
  await act(async () => {
    render(
      <DetachedEmotionCache>
        <App
          matchRoute={createRouteMatcher(composition)}
          screens={createScreenRegistry(load, timeoutMs)}
          store={store}
          history={history}
        />
      </DetachedEmotionCache>,
    );
  });
  return {
    user: userEvent.setup({ delay: null }),
    store,
    location: (): Location => history.location,
    go: (to: string) => act(async () => history.push(to)),
    /** Does what the browser's Back button does. */
    back: () => act(async () => history.go(-1)),
    forward: () => act(async () => history.go(1)),
  };
}
