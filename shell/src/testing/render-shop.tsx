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

/** A remote of a test's composition: its paths, and the screen each shows. */
export interface FakeRemote {
  name: string;
  paths: (Pick<ComposedPath, 'id' | 'pattern'> & Partial<ComposedPath>)[];
  /** The screen of every path, or a promise that fails: the remote is down. */
  load: () => Promise<RemoteScreen>;
  /** The screen of every path in the version before; left out when there was none. */
  loadPrevious?: () => Promise<RemoteScreen>;
}

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
  /** Milliseconds a remote may take. */
  timeout?: number;
}

/** Renders the whole shell at an address, over remotes that a test makes up. */
export async function renderShop({ at, state, remotes = [], timeout = 5000 }: RenderShopOptions) {
  const composition = composeFakes(remotes);
  const load: LoadRemoteModule = async ({ name, version }) => {
    const remote = remotes.find((one) => one.name === name);
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
  // Awaited: a component that waits with `use` inside an act that is not awaited is never tried again.
  await act(async () => {
    render(
      <DetachedEmotionCache>
        <App
          matchRoute={createRouteMatcher(composition)}
          screens={createScreenRegistry(load, timeout)}
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
    /** As the browser's Back button. */
    back: () => act(async () => history.go(-1)),
    forward: () => act(async () => history.go(1)),
  };
}
