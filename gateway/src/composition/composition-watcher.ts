import { createPreviousVersionReader, type FindPreviousVersion } from '@shop/releases/history/previous-version';
import { getReleasePrefix, isSameRelease, type Release, type ReleaseId } from '@shop/releases/release/release';
import { loadNodeBundle } from '@shop/releases/runtime/load-node-bundle';
import { getReleases, type PinnedComposition, readComposition } from '@shop/releases/state/composition';
import type { Environment } from '@shop/releases/state/environment';
import { getHeadKey, type Head, readHead } from '@shop/releases/state/head';
import { resolveComposition } from '@shop/releases/state/resolve-composition';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { ComposedApp, Composition } from '@shop/remote-contract/composition';
import type { ShellBuild } from '@shop/remote-contract/shell-build';
import type { ReleaseManifests } from '../release-files/release-manifests';
import { createCoalescingWriter } from './restart-state/coalescing-writer';
import { type CompositionCache, createRecordingStore } from './restart-state/composition-cache';
import { describeLoss, describeReplay, type HeadWatermark } from './restart-state/head-watermark';

/** A composition that documents can be made of. */
export interface LiveComposition {
  composition: Composition;
  shell: ShellBuild;
}

/** A composition that part of the visitors get. */
export interface LiveCanary {
  composition: LiveComposition;
  /** Hundredths of the visitors. */
  share: number;
  salt: string;
  /** Whether staff get it, whatever their bucket. */
  staff?: true;
  /** Regions whose visitors get it, whatever their bucket. */
  regions?: string[];
}

/** Follows what is live in an environment. */
export interface CompositionWatcher {
  /** The composition to serve now; null until the first one was found. */
  current: () => LiveComposition | null;
  /** What part of the visitors get instead; null while no canary runs. */
  canary: () => LiveCanary | null;
  /** Whether the release store, or part of what it names, could not be read or trusted when it was last looked at. */
  isDegraded: () => boolean;
  /** Ends the polls. @returns When what was last good is on this machine's disk. */
  stop: () => Promise<void>;
}

export interface WatchOptions {
  environment: Environment;
  /** Milliseconds between two polls at HEAD. */
  interval: number;
  /** What was seen before this process started; left out, nothing was. */
  seen?: HeadWatermark;
  /** Where the last good composition is kept for a restart without the store; it needs `seen`. Left out, nowhere. */
  kept?: CompositionCache;
  /** Told what signed compositions are made of. */
  releases?: ReleaseManifests;
  /** Told once about each new trouble; the last good composition stays. */
  onError: (error: unknown) => void;
}

/** A composition that is served, and where it came from. */
interface Loaded {
  /** Its key in the release store. */
  key: string;
  composition: LiveComposition;
  /** Keys of all that it was read from. */
  parts: string[];
  /** Their bytes, until they are kept. */
  fresh?: ReadonlyMap<string, Uint8Array>;
}

export interface LoadOptions {
  /** Which version of a remote a page may fall back to; left out, there is none. */
  findPrevious?: FindPreviousVersion;
  /** Told of the releases, once their descriptions were found to be those that the composition names. */
  onReleases?: (releases: readonly Release[]) => void;
  /** The build of its shell, where that runs already: it is neither read nor started again. */
  shell?: ShellBuild | undefined;
}

/**
 * Reads a composition whole: its releases, and its shell's Node build.
 *
 * @throws When any of it is missing or changed.
 */
export async function loadComposition(
  store: ReleaseStore,
  set: PinnedComposition,
  { findPrevious, onReleases, shell: running }: LoadOptions = {},
): Promise<LiveComposition> {
  const { composition, shellRelease, remoteReleases } = await resolveComposition(store, set, findPrevious);
  const shell = running ?? (await loadNodeBundle<ShellBuild>(store, shellRelease));
  onReleases?.([shellRelease, ...remoteReleases]);
  return { composition, shell };
}

const idOf = ({ name, version, digest }: ComposedApp): ReleaseId => ({ app: name, version, digest });

/**
 * Follows HEAD of an environment without a restart. A composition is read whole before it is served; while the store
 * cannot be read, or names something that is not whole, the last good one stays. A canary that is not whole is served to
 * nobody until it is.
 */
export async function watchComposition({
  environment,
  interval,
  seen,
  kept,
  releases,
  onError,
}: WatchOptions): Promise<CompositionWatcher> {
  const { store, name, trusted } = environment;
  let live: Loaded | null = null;
  let canary: (LiveCanary & Loaded) | null = null;
  /** The change that is served. */
  let lastSeq = 0;
  /** Whether all of it is: not while its canary cannot be read. */
  let isWhole = true;
  /** The highest change known from before this process started. */
  let before = seen?.seq ?? 0;
  let lastTrouble = '';
  /** Looks that met trouble, one after the other. */
  let failures = 0;
  let isStopped = false;
  /** A slow disk holds no change up. */
  const writer = createCoalescingWriter();

  const readHistory = createPreviousVersionReader(environment, (set) => releases?.pin(getReleases(set)));
  /** A page without a version to fall back to is still a page: a broken history is no reason to serve nothing. */
  const findPreviousOf = (head: Head) =>
    readHistory(head).catch((error: unknown): FindPreviousVersion => {
      onError(error);
      return () => undefined;
    });

  const onReleases = (whole: readonly Release[]) => releases?.know(whole, 'live');

  const load = async (from: ReleaseStore, ref: DocumentRef, findPrevious?: FindPreviousVersion): Promise<Loaded> => {
    const { store: recorded, read } = createRecordingStore(from);
    const set = await readComposition(recorded, ref, trusted);
    const running = [live, canary].find(
      (one) => one && isSameRelease(idOf(one.composition.composition.shell), set.shell),
    );
    const composition = await loadComposition(recorded, set, {
      ...(findPrevious ? { findPrevious } : {}),
      onReleases,
      shell: running?.composition.shell,
    });
    const ofShell = running?.parts.filter((part) => part.startsWith(getReleasePrefix(set.shell))) ?? [];
    return { key: ref.key, composition, parts: [...new Set([...read.keys(), ...ofShell])], fresh: read };
  };

  /** A composition that HEAD names; what is served already is not read again. */
  const find = async (from: ReleaseStore, ref: DocumentRef, findPrevious?: FindPreviousVersion): Promise<Loaded> => {
    const known = from === store ? [live, canary].find((served) => served?.key === ref.key) : undefined;
    if (!known) return load(from, ref, findPrevious);
    // Not all of it: what HEAD says of a canary that runs may have changed.
    const { key, composition, parts } = known;
    return { key, composition, parts };
  };

  const findCanary = async (from: ReleaseStore, { canary: next }: Head, findPrevious?: FindPreviousVersion) =>
    next && { ...next, ...(await find(from, next.composition, findPrevious)) };

  /** Puts what was read to where it outlasts this process; its bytes are not held longer than that. */
  const keepReading = (head: Uint8Array | undefined) => {
    const loaded = [live, canary].filter((one) => one !== null);
    const fresh = new Map(loaded.flatMap((one) => [...(one.fresh ?? [])]));
    const parts = loaded.flatMap((one) => one.parts);
    const seq = lastSeq;
    for (const one of loaded) delete one.fresh;
    writer.write(async () => {
      // Kept first: what is kept is then never older than the highest change that is remembered.
      if (head) await kept?.keep({ head, parts, fresh }, store);
      await seen?.remember(seq);
    });
  };

  /** Serves what a HEAD names. What is live does not wait for its canary, which may be slow to read, or damaged. */
  const follow = async (head: Head, bytes: Uint8Array | undefined) => {
    const findPrevious = await findPreviousOf(head);
    live = await find(store, head.live, findPrevious);
    if (canary?.key !== head.canary?.composition.key) canary = null;
    [lastSeq, isWhole] = [head.seq, false];
    try {
      canary = await findCanary(store, head, findPrevious);
      isWhole = true;
    } finally {
      keepReading(bytes);
    }
  };

  const look = async () => {
    try {
      const { store: recorded, read } = createRecordingStore(store);
      const found = await readHead(recorded, name, trusted);
      const highest = Math.max(lastSeq, before);
      if ((found?.head.seq ?? 0) < highest) {
        throw new Error(
          found ? describeReplay(name, found.head.seq, lastSeq, seen) : describeLoss(name, highest, lastSeq, seen),
        );
      }
      if (found && (found.head.seq > lastSeq || !isWhole)) await follow(found.head, read.get(getHeadKey(name)));
      lastTrouble = '';
      failures = 0;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== lastTrouble) onError(error);
      lastTrouble = message;
      failures++;
    }
  };

  /** Serves what was last good before a restart. It stands for itself: signed, and whole, as what the store holds. */
  const serveKept = async () => {
    if (!kept || before === 0) return;
    try {
      const found = await readHead(kept.store, name, trusted);
      if (!found) return;
      const { head } = found;
      if (head.seq < before) throw new Error(`change ${head.seq} is kept in ${kept.folder}, and ${before} was seen`);
      const nextLive = await find(kept.store, head.live);
      // Under keys of their own: what the store has, once it can be read, knows versions to fall back to as well.
      live = { ...nextLive, key: `kept ${nextLive.key}` };
      before = head.seq;
      onError(new Error(`until it can be, change ${head.seq} is served as it was kept in ${kept.folder}`));
      const nextCanary = await findCanary(kept.store, head);
      canary = nextCanary && { ...nextCanary, key: `kept ${nextCanary.key}` };
    } catch (error) {
      onError(error);
    }
  };

  let timer: NodeJS.Timeout | undefined;
  const lookAgain = () => {
    // What fails again and again is asked for less often, and seen within four intervals once it is mended.
    const delay = interval * Math.min(2 ** failures, 4);
    timer = setTimeout(() => void look().finally(() => !isStopped && lookAgain()), delay);
  };
  await look();
  if (!live) await serveKept();
  lookAgain();
  return {
    current: () => live?.composition ?? null,
    canary: () => canary,
    isDegraded: () => lastTrouble !== '',
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      return writer.finished();
    },
  };
}
