import { setTimeout as sleep } from 'node:timers/promises';
import { compareReleases, listPublishedApps, parseReleaseFolder } from '@shop/releases/release/list-releases';
import { readRelease, UnreadableReleaseError } from '@shop/releases/release/read-release';
import { getReleasePrefix, type ReleaseId, releaseFile } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { ServiceDatabase } from '../database/database';

/** Releases that are read and written at once. */
const sliceSize = 50;
/** A comparison begins after this many times the duration of the last one, so that lists do not wait for comparisons. */
const pauseFactor = 10;

const toFolder = ({ version, digest }: ReleaseId): string => `${version}-${digest}`;

/** Loads the folders of the releases in the index, by app. Those with an unreadable description are not known. */
async function loadKnown(db: ServiceDatabase): Promise<Map<string, Set<string>>> {
  const rows = db.selectFrom('publishedRelease').select(['app', 'version', 'digest']).where('publishedAt', '!=', '');
  const byApp = new Map<string, Set<string>>();
  for (const release of await rows.execute()) {
    byApp.set(release.app, (byApp.get(release.app) ?? new Set()).add(toFolder(release)));
  }
  return byApp;
}

/** @returns Empty for an unreadable description. Null without one: the release is being published or removed. */
async function findPublishedAt(store: ReleaseStore, release: ReleaseId): Promise<string | null> {
  try {
    return (await readRelease(store, release)).publishedAt;
  } catch (error) {
    if (!(error instanceof UnreadableReleaseError)) throw error;
    return (await store.get(getReleasePrefix(release) + releaseFile)) ? '' : null;
  }
}

/** Adds the releases that have a description to the index, and their folders to the known ones. */
async function addReleases(
  db: ServiceDatabase,
  store: ReleaseStore,
  releases: readonly ReleaseId[],
  folders: Set<string>,
): Promise<void> {
  const found = await Promise.all(
    releases.map(async (release) => ({ release, publishedAt: await findPublishedAt(store, release) })),
  );
  const rows = found.flatMap(({ release, publishedAt }) => (publishedAt === null ? [] : [{ ...release, publishedAt }]));
  if (rows.length === 0) return;
  await db
    .insertInto('publishedRelease')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['app', 'version', 'digest'])
        .doUpdateSet((row) => ({ publishedAt: row.ref('excluded.publishedAt') })),
    )
    .execute();
  for (const { publishedAt, ...release } of rows) if (publishedAt) folders.add(toFolder(release));
}

/** Removes a release from the index, and its folder from the known ones. */
async function removeRelease(db: ServiceDatabase, app: string, folder: string, folders: Set<string>): Promise<void> {
  const { version, digest } = parseReleaseFolder(app, folder) ?? {};
  if (version === undefined || digest === undefined) return;
  const rows = db.deleteFrom('publishedRelease').where('app', '=', app).where('version', '=', version);
  await rows.where('digest', '=', digest).execute();
  folders.delete(folder);
}

export type ReleaseIndex = ReturnType<typeof createReleaseIndex>;

/**
 * Creates the index of the releases in the store, by the time of their publication. A list starts a comparison with the folders
 * of the store, which reads only the releases that are new. Its cost grows with the number of releases, so that only the first list
 * of a process waits for it. A later list has the rows of before, and starts a comparison after a pause. `getNewestTime` changes
 * when it finds a new release.
 */
export function createReleaseIndex(db: ServiceDatabase, store: ReleaseStore) {
  const abort = new AbortController();
  /** Folders of the releases in the index, by app. Not those with an unreadable description: it is read again. */
  let known: Promise<Map<string, Set<string>>> | null = null;
  /** The comparison that runs. It ends when each app has its slice of the newest new releases. */
  let comparing: Promise<void> | null = null;
  /** Milliseconds that the last comparison took. Null before it has ended. */
  let duration: number | null = null;
  /** Work in the background, by app. */
  const running = new Map<string, Promise<void>>();

  /** Adds releases to the index slice by slice. */
  const addAll = async (releases: readonly ReleaseId[], folders: Set<string>) => {
    for (let start = 0; start < releases.length && !abort.signal.aborted; start += sliceSize) {
      await addReleases(db, store, releases.slice(start, start + sliceSize), folders);
    }
  };

  /** Compares the index with the folders of an app. Reads one slice of new releases, the newest versions, and starts the rest. */
  const follow = async (app: string, folders: Set<string>) => {
    if (running.has(app)) return;
    const listed = new Set(await store.listFolders(`r/${app}/`));
    for (const folder of folders) if (!listed.has(folder)) await removeRelease(db, app, folder, folders);
    const unknown = [...listed].filter((folder) => !folders.has(folder));
    const added = unknown
      .flatMap((folder) => parseReleaseFolder(app, folder) ?? [])
      .sort((a, b) => compareReleases(b, a));
    await addReleases(db, store, added.slice(0, sliceSize), folders);
    if (added.length <= sliceSize || running.has(app)) return;
    const work = addAll(added.slice(sliceSize), folders)
      .catch((error: unknown) => console.error(`The releases of ${app} cannot be indexed:`, error))
      .finally(() => running.delete(app));
    running.set(app, work);
  };

  const compareAll = async (apps: readonly string[]) => {
    known ??= loadKnown(db);
    known.catch(() => {
      known = null;
    });
    const index = await known;
    const getFolders = (app: string) => {
      const folders = index.get(app) ?? new Set();
      index.set(app, folders);
      return folders;
    };
    const started = performance.now();
    await Promise.all(apps.map((app) => follow(app, getFolders(app))));
    duration = performance.now() - started;
  };

  const startComparison = (apps: readonly string[]) => {
    const compare = async () => {
      if (duration !== null) await sleep(pauseFactor * duration, undefined, { signal: abort.signal });
      await compareAll(apps);
    };
    const work = compare().finally(() => {
      comparing = null;
    });
    work.catch((error: unknown) => {
      if (!abort.signal.aborted) console.error('The releases cannot be indexed:', error);
    });
    return work;
  };

  /** The time of the newest publication in the index. Empty for none. */
  const getNewestTime = async (): Promise<string> => {
    const newest = db.selectFrom('publishedRelease').select('publishedAt').orderBy('publishedAt', 'desc').limit(1);
    return (await newest.executeTakeFirst())?.publishedAt ?? '';
  };

  /** Lists the newest releases of every app, newest first. While the index is built, the older ones are missing. */
  const listNewest = async (limit: number): Promise<{ app: string; releases: ReleaseId[] }[]> => {
    const apps = await listPublishedApps(store);
    comparing ??= startComparison(apps);
    if (duration === null) await comparing;
    return Promise.all(
      apps.map(async (app) => {
        const releases = db.selectFrom('publishedRelease').select(['app', 'version', 'digest']).where('app', '=', app);
        return { app, releases: await releases.orderBy('publishedAt', 'desc').limit(limit).execute() };
      }),
    );
  };

  /** Waits for the work in the background. */
  const whenIdle = async (): Promise<void> => {
    await comparing?.catch(() => undefined);
    await Promise.all(running.values());
  };

  /** Ends the work in the background. The next process continues it. */
  const stop = async (): Promise<void> => {
    abort.abort();
    await whenIdle();
  };

  return { listNewest, getNewestTime, whenIdle, stop };
}
