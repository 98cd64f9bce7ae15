import type { ComposedRemote, PathOwner } from '@shop/remote-contract/composition';
import type { RemoteModule, RemoteScreen } from '@shop/remote-contract/remote-module';

/** Loads the exposed module of a remote: from the network in a browser, from its Node build on a server. */
export type LoadRemoteModule = (remote: ComposedRemote, options: { isRetry: boolean }) => Promise<RemoteModule>;

/** What became of loading a screen. It is a value, not an exception: a failed remote is a state the shop has a screen for. */
export type ScreenResult = { kind: 'ready'; screen: RemoteScreen } | { kind: 'failed'; reason: unknown };

export interface ScreenSlot {
  /**
   * Resolves to the result; never rejects. The same promise for the same attempt, so that React can wait on it; once it
   * is settled it carries `status` and `value`, by which `use` knows that there is nothing to wait for.
   */
  result: Promise<ScreenResult>;
  settled?: ScreenResult;
}

/** Loaded and loading screens of one page. */
export interface ScreenRegistry {
  /** The slot of a screen; starts loading it when nobody has. */
  open: (owner: PathOwner) => ScreenSlot;
  /** Drops a failed slot, so that the next `open` tries again. */
  forgetFailure: (owner: PathOwner) => void;
}

/**
 * Entry, routes and the screen itself. Chromium answers the first request for a file from its preload, even when that has
 * failed: after an outage each of them fails once more without a look at the network.
 */
const filesOfScreen = 3;

/**
 * @param load How the remote's module is loaded.
 * @param timeout Milliseconds after which a screen that has not arrived counts as failed.
 */
export function createScreenRegistry(load: LoadRemoteModule, timeout: number): ScreenRegistry {
  const slots = new Map<string, ScreenSlot>();
  const failedRemotes = new Set<string>();

  const tryToLoad = async ({ remote, path }: PathOwner, isRetry: boolean): Promise<ScreenResult> => {
    try {
      const { routes } = await load(remote, { isRetry });
      const loader = routes[path.id];
      if (!loader) throw new Error(`${remote.name} exposes no route "${path.id}"`);
      return { kind: 'ready', screen: (await loader()).screen };
    } catch (reason) {
      return { kind: 'failed', reason };
    }
  };

  const loadScreen = async (owner: PathOwner): Promise<ScreenResult> => {
    const isRetry = failedRemotes.delete(owner.remote.name);
    let result = await tryToLoad(owner, isRetry);
    for (let tries = 1; isRetry && result.kind === 'failed' && tries < filesOfScreen; tries += 1) {
      result = await tryToLoad(owner, isRetry);
    }
    if (result.kind === 'failed') failedRemotes.add(owner.remote.name);
    return result;
  };

  return {
    open: (owner) => {
      const key = slotKey(owner);
      const known = slots.get(key);
      if (known) return known;
      const slot: ScreenSlot = { result: withTimeout(loadScreen(owner), timeout) };
      void slot.result.then((value) => {
        slot.settled = value;
        void Object.assign(slot.result, { status: 'fulfilled', value });
      });
      slots.set(key, slot);
      return slot;
    },
    forgetFailure: (owner) => {
      if (slots.get(slotKey(owner))?.settled?.kind === 'failed') slots.delete(slotKey(owner));
    },
  };
}

const slotKey = ({ remote, path }: PathOwner) => `${remote.name}@${remote.version} ${path.id}`;

function withTimeout(result: Promise<ScreenResult>, timeout: number): Promise<ScreenResult> {
  return new Promise((resolve) => {
    const reason = new Error(`nothing arrived within ${timeout} ms`);
    const timer = setTimeout(() => resolve({ kind: 'failed', reason }), timeout);
    void result.then((settled) => {
      clearTimeout(timer);
      resolve(settled);
    });
  });
}
