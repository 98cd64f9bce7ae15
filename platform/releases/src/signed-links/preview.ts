import * as v from 'valibot';
import { assertReleaseAvailable } from '../release/removal-marker';
import type { TrustedKeys } from '../signing/signed-document';
import { pinReleases } from '../state/compose';
import { Apps, getReleases } from '../state/composition';
import type { Environment } from '../state/environment';
import type { ReleaseStore } from '../store/release-store';
import { type LinkAuthor, linkFields, listLinks, readCurrentLink, writeLink } from './signed-link';

/** `preview/<id>.json`: a composition that visitors with the link see until it expires. */
export const Preview = v.object({
  ...linkFields,
  ...Apps.entries,
  /** What it is for, such as a pull request. A later preview of the same author and name has the same link. */
  name: v.exactOptional(v.string()),
});
export type Preview = v.InferOutput<typeof Preview>;

/**
 * Signs and writes a preview.
 *
 * @param name What it is for. The preview replaces the author's last one of this name in the environment, also an expired one,
 *   and has its link. The link cannot be guessed from the name.
 * @throws When a release is not in the store, or gc is about to remove it.
 */
export async function createPreview(
  environment: Environment,
  composition: Apps,
  author: LinkAuthor,
  name?: string,
): Promise<Preview> {
  const { store } = environment;
  const pinned = await pinReleases(store, composition);
  const { shell, remotes } = pinned;
  const replaced = name === undefined ? undefined : await findNamed(environment, name, author.by);
  const fields = { shell, remotes, ...(name !== undefined && { name }) };
  const { link, key } = await writeLink('preview', 'A preview', environment, author, fields, replaced?.id);
  try {
    // Checked after the write: gc either sees the preview and keeps its releases, or has written its markers already.
    await Promise.all(getReleases(pinned).map((id) => assertReleaseAvailable(store, id)));
  } catch (error) {
    await store.remove(key);
    throw error;
  }
  return link;
}

/**
 * Finds the preview of a name that expires last.
 *
 * @param by  Its author. Visitors have confirmed the link of this author: a preview of another one must not take its place.
 */
async function findNamed(environment: Environment, name: string, by: string): Promise<Preview | undefined> {
  const links = await listLinks('preview', Preview, environment);
  const isSame = (link: Preview) => link.name === name && link.by === by && link.env === environment.name;
  return links
    .flatMap(({ link }) => (link && isSame(link) ? [link] : []))
    .sort((a, b) => a.expiresAt.localeCompare(b.expiresAt))
    .at(-1);
}

export const readPreview = (store: ReleaseStore, name: string, id: string, trusted: TrustedKeys) =>
  readCurrentLink('preview', Preview, { store, name, trusted }, id);

/** Lists the previews that have not expired. */
export async function listPreviews(store: ReleaseStore, trusted: TrustedKeys): Promise<Preview[]> {
  const links = await listLinks('preview', Preview, { store, trusted });
  return links.flatMap(({ link }) => (link && Date.parse(link.expiresAt) > Date.now() ? [link] : []));
}
