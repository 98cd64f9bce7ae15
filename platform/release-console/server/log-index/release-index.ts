import { listPublishedApps, listReleaseFolders } from '@shop/releases/release/list-releases';
import { readRelease, UnreadableReleaseError } from '@shop/releases/release/read-release';
import { getReleasePrefix, type ReleaseId, releaseFile } from '@shop/releases/release/release';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { ServiceDatabase } from '../database/database';

/** Releases that are read and written at once. */
const sliceSize = 50;

export type ReleaseIndex = ReturnType<typeof createReleaseIndex>;

/**
 * Creates the index of the releases in the store, by the time of their publication. Each list compares it with the folders of the
 * store, and reads only the releases that are new.
 */
export function createReleaseIndex(db: ServiceDatabase, store: ReleaseStore) {
  const abort = new AbortController();
  /** Releases of the index by the prefix of their keys. Not those with an unreadable description: it is read again. */
  let known: Promise<Map<string, ReleaseId>> | null = null;
  /** Work in the background, by app. */
  const running = new Map<string, Promise<void>>();

  const loadKnown = async () => {
    const rows = db.selectFrom('publishedRelease').select(['app', 'version', 'digest']).where('publishedAt', '!=', '');
    return new Map((await rows.execute()).map((release) => [getReleasePrefix(release), release]));
  };

  /** @returns Empty for an unreadable description. Null without one: the release is being published or removed. */
  const findPublishedAt = async (release: ReleaseId): Promise<string | null> => {
    try {
      return (await readRelease(store, release)).publishedAt;
    } catch (error) {
      if (!(error instanceof UnreadableReleaseError)) throw error;
      return (await store.get(getReleasePrefix(release) + releaseFile)) ? '' : null;
    }
  };

  const add = async (releases: readonly ReleaseId[], index: Map<string, ReleaseId>) => {
    const found = await Promise.all(
      releases.map(async (release) => ({ release, publishedAt: await findPublishedAt(release) })),
    );
    const rows = found.flatMap(({ release, publishedAt }) =>
      publishedAt === null ? [] : [{ ...release, publishedAt }],
    );
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
    for (const { publishedAt, ...release } of rows) {
      if (publishedAt) index.set(getReleasePrefix(release), release);
    }
  };

  const remove = async (releases: readonly ReleaseId[], index: Map<string, ReleaseId>) => {
    for (const release of releases) {
      const { app, version, digest } = release;
      await db
        .deleteFrom('publishedRelease')
        .where('app', '=', app)
        .where('version', '=', version)
        .where('digest', '=', digest)
        .execute();
      index.delete(getReleasePrefix(release));
    }
  };

  /** Adds releases to the index slice by slice. */
  const addAll = async (app: string, releases: readonly ReleaseId[], index: Map<string, ReleaseId>) => {
    for (let start = 0; start < releases.length && !abort.signal.aborted; start += sliceSize) {
      await add(releases.slice(start, start + sliceSize), index);
    }
    running.delete(app);
  };

  /** Compares the index with the folders of an app. The caller waits for one slice of new releases, the newest versions. */
  const follow = async (app: string, index: Map<string, ReleaseId>) => {
    if (running.has(app)) return;
    const listed = new Map(
      (await listReleaseFolders(store, app)).map((release) => [getReleasePrefix(release), release]),
    );
    const gone = [...index].filter(([prefix, release]) => release.app === app && !listed.has(prefix));
    await remove(
      gone.map(([, release]) => release),
      index,
    );
    const added = [...listed].flatMap(([prefix, release]) => (index.has(prefix) ? [] : [release]));
    await add(added.slice(0, sliceSize), index);
    if (added.length <= sliceSize || running.has(app)) return;
    const work = addAll(app, added.slice(sliceSize), index).catch((error: unknown) => {
      running.delete(app);
      console.error(`The releases of ${app} cannot be indexed:`, error);
    });
    running.set(app, work);
  };

  /** Lists the newest releases of every app, newest first. While the index is built, the older ones are missing. */
  const listNewest = async (limit: number): Promise<{ app: string; releases: ReleaseId[] }[]> => {
    known ??= loadKnown();
    known.catch(() => {
      known = null;
    });
    const [index, apps] = [await known, await listPublishedApps(store)];
    await Promise.all(apps.map((app) => follow(app, index)));
    return Promise.all(
      apps.map(async (app) => {
        const releases = db.selectFrom('publishedRelease').select(['app', 'version', 'digest']).where('app', '=', app);
        return { app, releases: await releases.orderBy('publishedAt', 'desc').limit(limit).execute() };
      }),
    );
  };

  /** Waits for the work in the background. */
  const whenIdle = async (): Promise<void> => void (await Promise.all(running.values()));

  /** Ends the work in the background. The next process continues it. */
  const stop = async (): Promise<void> => {
    abort.abort();
    await whenIdle();
  };

  return { listNewest, whenIdle, stop };
}
