import * as v from 'valibot';
import { getReleasePrefix } from '../release/release';
import { type Apps, getReleases } from '../state/composition';
import { readRecord } from '../store/daily-records';
import { Sha256, sha256 } from '../store/document-ref';
import type { DocumentReader, ReleaseStore } from '../store/release-store';
import { Count, TextOrNull } from '../store/schemas';

/*
 * Screenshots that the smoke test takes. A picture is stored once, under its hash: most changes leave most screens as they are.
 * The list of a composition names its pictures. Its key depends on the releases only, so that a canary, its completion and
 * another environment share it.
 */
const listsFolder = 'screenshots/lists/';
const picturesFolder = 'screenshots/pictures/';

const Screenshot = v.object({
  app: v.string(),
  /** Name of the screen: its path, and in which flow it was opened. */
  screen: v.string(),
  /** SHA-256 of the picture, in hex. */
  picture: Sha256,
});
export type Screenshot = v.InferOutput<typeof Screenshot>;

const ScreenshotList = v.object({
  schema: v.literal(1),
  /** Key prefixes of the releases of the composition. */
  releases: v.array(v.string()),
  screenshots: v.array(Screenshot),
});

const getListKey = (composition: Apps) =>
  `${listsFolder}${sha256(Buffer.from(getReleases(composition).map(getReleasePrefix).sort().join('\n')))}.json`;

export const getPictureKey = (picture: string) => `${picturesFolder}${picture}.jpg`;

/** Whether the screenshots of a composition are stored. */
export const hasScreenshots = async (store: DocumentReader, composition: Apps): Promise<boolean> =>
  (await store.get(getListKey(composition))) !== null;

/** Stores the screenshots of a composition, JPEG each. The first ones of a composition stay. */
export async function writeScreenshots(
  store: ReleaseStore,
  composition: Apps,
  taken: readonly { app: string; screen: string; bytes: Uint8Array }[],
): Promise<void> {
  const screenshots = await Promise.all(
    taken.map(async ({ app, screen, bytes }): Promise<Screenshot> => {
      const picture = sha256(bytes);
      await store.putIfAbsent(getPictureKey(picture), bytes);
      return { app, screen, picture };
    }),
  );
  screenshots.sort((a, b) => a.app.localeCompare(b.app) || a.screen.localeCompare(b.screen));
  const list = { schema: 1, releases: getReleases(composition).map(getReleasePrefix), screenshots };
  await store.putIfAbsent(getListKey(composition), Buffer.from(JSON.stringify(list)));
}

const readList = async (store: DocumentReader, key: string) => (await readRecord(store, key, ScreenshotList)).record;

/** Reads a picture. @returns Null for one that is not stored, or whose bytes were changed. */
export async function readPicture(store: DocumentReader, picture: string): Promise<Uint8Array | null> {
  const stored = await store.get(getPictureKey(picture));
  return stored && sha256(stored.bytes) === picture ? stored.bytes : null;
}

/** A screen in two compositions. Null: the composition does not have it. */
const ScreenDifference = v.object({ app: v.string(), screen: v.string(), before: TextOrNull, after: TextOrNull });
export type ScreenDifference = v.InferOutput<typeof ScreenDifference>;

export const ScreenComparison = v.object({
  /** Screens whose pictures differ. */
  changed: v.array(ScreenDifference),
  /** Number of screens that look the same. */
  same: Count,
});
export type ScreenComparison = v.InferOutput<typeof ScreenComparison>;

/** Compares the screenshots of two compositions. @returns Null when the smoke test has taken none of one of them. */
export async function compareScreenshots(
  store: DocumentReader,
  before: Apps,
  after: Apps,
): Promise<ScreenComparison | null> {
  const lists = await Promise.all([before, after].map((composition) => readList(store, getListKey(composition))));
  const [old, next] = lists.map((list) => list && new Map(list.screenshots.map((shot) => [toId(shot), shot])));
  if (!old || !next) return null;
  const screens = new Map([...next, ...old]);
  const compared = [...screens].map(([id, { app, screen }]): ScreenDifference => {
    return { app, screen, before: old.get(id)?.picture ?? null, after: next.get(id)?.picture ?? null };
  });
  const changed = compared.filter((screen) => screen.before !== screen.after);
  return { changed, same: compared.length - changed.length };
}

const toId = ({ app, screen }: Screenshot) => `${app} ${screen}`;

/**
 * Removes the screenshots of compositions with a release that is gone. For gc.
 *
 * @param releases  Key prefixes of the releases that the store has.
 */
export async function removeUnusedScreenshots(store: ReleaseStore, releases: ReadonlySet<string>): Promise<void> {
  // Before the lists: a picture that is stored after this line stays.
  const pictures = await store.list(picturesFolder);
  const used = new Set<string>();
  for (const key of await store.list(listsFolder)) {
    const list = await readList(store, key);
    if (list?.releases.every((prefix) => releases.has(prefix))) {
      for (const { picture } of list.screenshots) used.add(getPictureKey(picture));
    } else {
      await store.remove(key);
    }
  }
  for (const key of pictures) if (!used.has(key)) await store.remove(key);
}
