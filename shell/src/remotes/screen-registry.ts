import type { ComposedRemote, PathOwner, RemoteVersion } from '@shop/remote-contract/composition';
import type { RemoteModule, RemoteScreen } from '@shop/remote-contract/remote-module';

/** Loads the exposed module of a remote. A retry gets the reason why the last attempt failed. */
export type LoadRemoteModule = (
  remote: RemoteVersion,
  options: { isRetry: boolean; reason?: unknown },
) => Promise<RemoteModule>;

/**
 * Result of loading a screen. A failure is a value, not an exception, because the shop has a screen for it. `isPrevious` is
 * true for a screen of the remote's previous version.
 */
export type ScreenResult =
  | { kind: 'ready'; screen: RemoteScreen; isPrevious: boolean }
  | { kind: 'failed'; reason: unknown };

export interface LoadEntry<Result> {
  /**
   * Resolves to the result and never rejects. It is the same promise for the same attempt, so that React can wait for it.
   * After it settles it carries `status` and `value`, which tell React's `use` that there is nothing to wait for.
   */
  result: Promise<Result>;
  settled?: Result;
}

export type ScreenEntry = LoadEntry<ScreenResult>;

/** The screens and slots of remotes that a page has loaded or is loading. */
export interface ScreenRegistry {
  /** Returns the entry of a screen, and starts loading the screen on the first call. */
  open: (owner: PathOwner) => ScreenEntry;
  /** Removes a failed entry, so that the next `open` loads the screen again. */
  forgetFailure: (owner: PathOwner) => void;
  /**
   * Loads a part of a remote's module under the same rules as a screen. Modules that have loaded are not requested again.
   *
   * @param subject Names the part in the message of a timeout.
   */
  load: <Part extends Ready>(subject: string, remote: ComposedRemote, read: ReadModule<Part>) => Promise<Part | Failed>;
}

/** A screen or a slot in the module of a remote. */
type Ready = { kind: 'ready'; isPrevious: boolean };
type Failed = { kind: 'failed'; reason: unknown };
type ReadModule<Part extends Ready> = (module: RemoteModule) => Promise<Part>;

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
 */
export function createScreenRegistry(
  loadModule: LoadRemoteModule,
  timeoutMs: number,
  onFailure: (version: RemoteVersion) => void = () => undefined,
): ScreenRegistry {
  const entries = new Map<string, ScreenEntry>();
  /** The reason why each version failed last. */
  const failed = new Map<RemoteVersion, unknown>();
  /** The version of each remote that the page shows. */
  const shown = new Map<string, RemoteVersion>();

  const loadPart = async <Part extends Ready>(
    remote: RemoteVersion,
    read: ReadModule<Part>,
    options: { isRetry: boolean; reason?: unknown },
  ) => {
    try {
      return await read(await loadModule(remote, options));
    } catch (reason) {
      return { kind: 'failed' as const, reason };
    }
  };

  const loadVersion = async <Part extends Ready>(version: RemoteVersion, read: ReadModule<Part>) => {
    const first = { reason: failed.get(version), isRetry: failed.delete(version) };
    let result = await loadPart(version, read, first);
    for (let tries = 1; first.isRetry && result.kind === 'failed' && tries < filesPerScreen; tries += 1) {
      result = await loadPart(version, read, { isRetry: true, reason: result.reason });
    }
    if (result.kind === 'failed') {
      failed.set(version, result.reason);
      onFailure(version);
    }
    return result;
  };

  const loadOwner = async <Part extends Ready>(
    remote: ComposedRemote,
    read: ReadModule<Part>,
  ): Promise<Part | Failed> => {
    let firstFailure: Failed | undefined;
    for (const version of listVersionsToTry(remote, shown.get(remote.name))) {
      const result: Part | Failed = await loadVersion(version, read);
      const isOtherVersionShown = (shown.get(remote.name) ?? version) !== version;
      if (result.kind === 'ready' && !isOtherVersionShown) {
        shown.set(remote.name, version);
        return { ...result, isPrevious: version !== remote };
      }
      firstFailure ??= result.kind === 'failed' ? result : versionConflict(remote);
    }
    return firstFailure ?? { kind: 'failed', reason: new Error(`${remote.name} has no version to load`) };
  };

  const load: ScreenRegistry['load'] = (subject, remote, read) =>
    withTimeout(subject, loadOwner(remote, read), timeoutMs, () => onFailure(remote));

  return {
    open: (owner) => {
      const key = screenKey(owner);
      const known = entries.get(key);
      if (known) return known;
      const entry = createLoadEntry(load('screen', owner.remote, readScreen(owner)));
      entries.set(key, entry);
      return entry;
    },
    forgetFailure: (owner) => {
      if (entries.get(screenKey(owner))?.settled?.kind === 'failed') entries.delete(screenKey(owner));
    },
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

const readScreen =
  ({ remote, path }: PathOwner) =>
  async ({ routes }: RemoteModule) => {
    const loader = routes[path.id];
    if (!loader) throw new Error(`${remote.name} ${remote.version} exposes no route "${path.id}"`);
    return { kind: 'ready' as const, screen: (await loader()).screen, isPrevious: false };
  };

/** The version that the page shows; without one, the remote's version in this composition and then the previous one. */
function listVersionsToTry(remote: ComposedRemote, shown: RemoteVersion | undefined): RemoteVersion[] {
  if (shown) return [shown];
  return remote.previous ? [remote, remote.previous] : [remote];
}

/** Another screen of the remote loaded at another version in the meantime. A retry loads the version that is shown. */
const versionConflict = ({ name }: ComposedRemote): Failed => ({
  kind: 'failed',
  reason: new Error(`${name} is on this page at another version`),
});

const screenKey = ({ remote, path }: PathOwner) => `${remote.name}@${remote.version} ${path.id}`;

function withTimeout<Result>(
  subject: string,
  result: Promise<Result>,
  timeoutMs: number,
  onTimeout: () => void,
): Promise<Result | Failed> {
  return new Promise((resolve) => {
    const reason = new Error(`The ${subject} did not load within ${timeoutMs} ms`);
    const timer = setTimeout(() => {
      onTimeout();
      resolve({ kind: 'failed', reason });
    }, timeoutMs);
    void result.then((settled) => {
      clearTimeout(timer);
      resolve(settled);
    });
  });
}
