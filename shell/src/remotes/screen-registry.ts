import type { ComposedRemote, PathOwner, RemoteVersion } from '@shop/remote-contract/composition';
import type { RemoteModule, RemoteScreen } from '@shop/remote-contract/remote-module';
import { createContext, useContext } from 'react';
import { withTimeout } from '../base/with-timeout';
import type { CompleteRemote } from './remote-versions';

/** Loads the exposed module of a remote. A retry gets the reason why the last attempt failed. */
export type LoadRemoteModule = (
  remote: RemoteVersion,
  options: { isRetry: boolean; reason?: unknown },
) => Promise<RemoteModule>;

/**
 * Result of loading a part of a remote's module: a screen or a slot. A failure is a value, not an exception, because the shop
 * has a screen for it. `isPrevious` is true for a part of the remote's previous version.
 */
export type LoadResult<Part> = (Part & { kind: 'ready'; isPrevious: boolean }) | { kind: 'failed'; reason: unknown };

export interface LoadEntry<Result> {
  /**
   * Resolves to the result and never rejects. It is the same promise for the same attempt, so that React can wait for it.
   * After it settles it carries `status` and `value`, which tell React's `use` that there is nothing to wait for.
   */
  result: Promise<Result>;
  settled?: Result;
}

export interface ScreenEntry extends LoadEntry<LoadResult<{ screen: RemoteScreen }>> {
  /** True when a page shows the screen or waits for it: React must find the same promise when it renders again. */
  isOpened?: true;
}

/** The screens and slots of remotes that a page has loaded or is loading. */
export interface ScreenRegistry {
  /** Returns the entry of a screen for a page that shows it, and starts loading the screen on the first call. */
  open: (owner: PathOwner) => ScreenEntry;
  /** Loads a screen that no page shows yet. A failure is forgotten, unless a page has opened the screen in the meantime. */
  prefetch: (owner: PathOwner) => Promise<LoadResult<{ screen: RemoteScreen }>>;
  /** Removes a failed entry that no page shows any more, so that the next `open` loads the screen again. */
  forgetFailure: (owner: PathOwner) => void;
  /**
   * Loads a part of a remote's module under the same rules as a screen. Modules that have loaded are not requested again.
   *
   * @param subject Names the part in the message of a timeout.
   */
  load: <Part>(subject: string, remote: ComposedRemote, read: ReadModule<Part>) => Promise<LoadResult<Part>>;
}

type ReadModule<Part> = (module: RemoteModule) => Promise<Part>;

/**
 * Files of a screen: entry, routes and the screen itself. Chromium answers the first request for a file from its preload,
 * even when the preload failed. After an outage each file therefore fails once more without a network request.
 */
const filesPerScreen = 3;

/**
 * Creates the registry of a page.
 *
 * A screen whose version does not load falls back to the remote's previous version. Once a page shows one version of a
 * remote, it loads no other version of it, because the endpoints of two versions would meet in one Redux store. A timeout
 * does not fall back: it means a slow connection, on which the previous version is no faster.
 *
 * @param loadModule Loads the module of a remote.
 * @param timeoutMs Milliseconds until a screen that has not loaded counts as failed.
 * @param onFailure Called for each version of a remote that does not load, and for each timeout.
 * @param completeRemote Loads the version of a remote that the document omits. Default: the document has all versions.
 */
export function createScreenRegistry(
  loadModule: LoadRemoteModule,
  timeoutMs: number,
  onFailure: (version: RemoteVersion) => void = () => undefined,
  completeRemote: CompleteRemote = () => Promise.resolve(),
): ScreenRegistry {
  const entries = new Map<string, ScreenEntry>();
  /** The reason why each version failed last. */
  const failed = new Map<RemoteVersion, unknown>();
  /** The version of each remote that the page shows. */
  const shown = new Map<string, RemoteVersion>();

  const loadVersion = async <Part>(version: RemoteVersion, read: ReadModule<Part>): Promise<Part> => {
    let reason = failed.get(version);
    const isRetry = failed.delete(version);
    for (let tries = isRetry ? filesPerScreen : 1; tries > 0; tries -= 1) {
      try {
        return await read(await loadModule(version, { isRetry, reason }));
      } catch (thrown) {
        reason = thrown;
      }
    }
    failed.set(version, reason);
    onFailure(version);
    throw reason;
  };

  const loadOwner = async <Part>(remote: ComposedRemote, read: ReadModule<Part>): Promise<LoadResult<Part>> => {
    try {
      await completeRemote(remote);
    } catch (reason) {
      onFailure(remote);
      return { kind: 'failed', reason };
    }
    const reasons: unknown[] = [];
    for (const version of listVersionsToTry(remote, shown.get(remote.name))) {
      try {
        const part = await loadVersion(version, read);
        // Another screen of the remote loaded at another version in the meantime. A retry loads the version that is shown.
        if ((shown.get(remote.name) ?? version) !== version)
          throw new Error(`${remote.name} is on this page at another version`);
        shown.set(remote.name, version);
        return { ...part, kind: 'ready', isPrevious: version !== remote };
      } catch (reason) {
        reasons.push(reason);
        if (isTimeout(reason)) break;
      }
    }
    return { kind: 'failed', reason: reasons[0] };
  };

  const load: ScreenRegistry['load'] = (subject, remote, read) =>
    withTimeout(loadOwner(remote, read), timeoutMs, () => {
      onFailure(remote);
      return { kind: 'failed', reason: new Error(`The ${subject} did not load within ${timeoutMs} ms`) };
    });

  const findOrLoad = (owner: PathOwner): ScreenEntry => {
    const key = getScreenKey(owner);
    const known = entries.get(key);
    if (known) return known;
    const entry: ScreenEntry = createLoadEntry(
      load('screen', owner.remote, (module) => loadRemoteScreen(owner, module)),
    );
    entries.set(key, entry);
    return entry;
  };
  const forgetFailure: ScreenRegistry['forgetFailure'] = (owner) => {
    if (entries.get(getScreenKey(owner))?.settled?.kind === 'failed') entries.delete(getScreenKey(owner));
  };

  return {
    open: (owner) => Object.assign(findOrLoad(owner), { isOpened: true }),
    prefetch: async (owner) => {
      const entry = findOrLoad(owner);
      const result = await entry.result;
      if (!entry.isOpened) forgetFailure(owner);
      return result;
    },
    forgetFailure,
    load,
  };
}

/** Creates an entry that React's `use` can read without a wait after it has settled. */
export function createLoadEntry<Result>(result: Promise<Result>): LoadEntry<Result> {
  const entry: LoadEntry<Result> = { result };
  void result.then((value) => {
    entry.settled = value;
    void Object.assign(result, { status: 'fulfilled', value });
  });
  return entry;
}

/** Creates an entry that has loaded. React's `use` reads `status` and `value`. */
export function createSettledEntry<Result>(value: Result): LoadEntry<Result> {
  return { result: Object.assign(Promise.resolve(value), { status: 'fulfilled', value }), settled: value };
}

/**
 * Loads a screen from the module of its remote, on the server and in the browser.
 *
 * @throws when the remote does not expose the screen, or when its code fails.
 */
export async function loadRemoteScreen(
  { remote, path }: PathOwner,
  { routes }: RemoteModule,
): Promise<{ screen: RemoteScreen }> {
  const loader = routes[path.id];
  if (!loader) throw new Error(`${remote.name} ${remote.version} exposes no route "${path.id}"`);
  return { screen: (await loader()).screen };
}

/** True for a file that took too long: the entry of a remote, or a chunk, whose error the bundler gives this type. */
const isTimeout = (reason: unknown): boolean =>
  reason instanceof Error && 'type' in reason && reason.type === 'timeout';

/** The version that the page shows; without one, the remote's version in this composition and then the previous one. */
function listVersionsToTry(remote: ComposedRemote, shown: RemoteVersion | undefined): RemoteVersion[] {
  if (shown) return [shown];
  return remote.previous ? [remote, remote.previous] : [remote];
}

const getScreenKey = ({ remote, path }: PathOwner) => `${remote.name} ${path.id}`;

export const ScreensContext = createContext<ScreenRegistry | null>(null);

/** Gives the page's registry of remote screens. */
export function useScreens(): ScreenRegistry {
  const screens = useContext(ScreensContext);
  if (!screens) throw new Error('ScreensContext is missing above this component');
  return screens;
}
