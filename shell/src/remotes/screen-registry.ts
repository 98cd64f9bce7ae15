import type { ComposedRemote, PathOwner, RemoteVersion } from '@shop/remote-contract/composition';
import type { RemoteModule, RemoteScreen } from '@shop/remote-contract/remote-module';

/** Loads the exposed module of a remote: from the network in a browser, from its Node build on a server. */
export type LoadRemoteModule = (remote: RemoteVersion, options: { isRetry: boolean }) => Promise<RemoteModule>;

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
 * @param load How a remote's module is loaded.
 * @param timeout Milliseconds after which a screen that has not arrived counts as failed. That says the line is slow, not
 *   that the version is broken: the one before would be no faster.
 * @param onFailure Told of each version of a remote that could not be loaded, and of each time-out.
 */
export function createScreenRegistry(
  load: LoadRemoteModule,
  timeout: number,
  onFailure: () => void = () => undefined,
): ScreenRegistry {
  const slots = new Map<string, ScreenSlot>();
  const failed = new Set<RemoteVersion>();
  /** The version of a remote that this page has shown: endpoints of two versions would meet in one store. */
  const shown = new Map<string, RemoteVersion>();

  const loadScreen = async (remote: RemoteVersion, id: string, isRetry: boolean): Promise<ScreenResult> => {
    try {
      const { routes } = await load(remote, { isRetry });
      const loader = routes[id];
      if (!loader) throw new Error(`${remote.name} ${remote.version} exposes no route "${id}"`);
      return { kind: 'ready', screen: (await loader()).screen };
    } catch (reason) {
      return { kind: 'failed', reason };
    }
  };

  const loadVersion = async (version: RemoteVersion, id: string): Promise<ScreenResult> => {
    const isRetry = failed.delete(version);
    let result = await loadScreen(version, id, isRetry);
    for (let tries = 1; isRetry && result.kind === 'failed' && tries < filesOfScreen; tries += 1) {
      result = await loadScreen(version, id, isRetry);
    }
    if (result.kind === 'failed') {
      failed.add(version);
      onFailure();
    }
    return result;
  };

  const loadOwner = async ({ remote, path }: PathOwner): Promise<ScreenResult> => {
    let first: ScreenResult | undefined;
    for (const version of versionsToTry(remote, shown.get(remote.name))) {
      const result = await loadVersion(version, path.id);
      const isOther = (shown.get(remote.name) ?? version) !== version;
      if (result.kind === 'ready' && !isOther) {
        shown.set(remote.name, version);
        return result;
      }
      first ??= result.kind === 'failed' ? result : twoVersions(remote);
    }
    return first ?? { kind: 'failed', reason: new Error(`${remote.name} has no version to load`) };
  };

  return {
    open: (owner) => {
      const key = slotKey(owner);
      const known = slots.get(key);
      if (known) return known;
      const slot: ScreenSlot = { result: withTimeout(loadOwner(owner), timeout, onFailure) };
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

/** The remote's version in this composition, then the one before; only the one that was shown, once one was. */
function versionsToTry(remote: ComposedRemote, shown: RemoteVersion | undefined): RemoteVersion[] {
  if (shown) return [shown];
  return remote.previous ? [remote, remote.previous] : [remote];
}

/** Another screen of the remote came in the meantime, at another version. Trying again finds the version that is shown. */
const twoVersions = ({ name }: ComposedRemote): ScreenResult => ({
  kind: 'failed',
  reason: new Error(`${name} is on this page at another version`),
});

const slotKey = ({ remote, path }: PathOwner) => `${remote.name}@${remote.version} ${path.id}`;

function withTimeout(result: Promise<ScreenResult>, timeout: number, onTimeout: () => void): Promise<ScreenResult> {
  return new Promise((resolve) => {
    const reason = new Error(`nothing arrived within ${timeout} ms`);
    const timer = setTimeout(() => {
      onTimeout();
      resolve({ kind: 'failed', reason });
    }, timeout);
    void result.then((settled) => {
      clearTimeout(timer);
      resolve(settled);
    });
  });
}
