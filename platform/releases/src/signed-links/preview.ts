import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { PinnedRelease } from '../release/release';
import { assertReleaseAvailable } from '../release/removal-marker';
import { type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { pinReleases } from '../state/compose';
import { getReleases, type PinnedComposition } from '../state/composition';
import type { Environment } from '../state/environment';
import type { ReleaseStore } from '../store/release-store';

/** `preview/<id>.json`: a composition that visitors with the link see until it expires. */
export const Preview = v.object({
  schema: v.literal(1),
  id: v.string(),
  env: v.string(),
  /** ISO date and time at which the link expires. */
  expiresAt: v.string(),
  by: v.string(),
  shell: PinnedRelease,
  remotes: v.array(PinnedRelease),
});
export type Preview = v.InferOutput<typeof Preview>;

const previewKey = (id: string) => `preview/${id}.json`;
const idPattern = /^[0-9a-f-]{36}$/;

/**
 * Signs and writes a preview.
 *
 * @param duration  Lifetime of the link in milliseconds.
 * @throws When a release is not in the store, or gc is about to remove it.
 */
export async function createPreview(
  { store, name, signer }: Environment,
  composition: Pick<PinnedComposition, 'shell' | 'remotes'>,
  { by, duration }: { by: string; duration: number },
): Promise<Preview> {
  if (!signer) throw new Error('A preview is signed, and there is no signer here.');
  const expiresAt = new Date(Date.now() + duration).toISOString();
  const pinned = await pinReleases(store, composition);
  const preview: Preview = { schema: 1, id: randomUUID(), env: name, expiresAt, by, ...pinned };
  const { key, text } = await signer.signLink({ kind: 'preview', document: preview });
  await store.putIfAbsent(key, Buffer.from(text));
  try {
    // Checked after the write: gc either sees the preview and keeps its releases, or has written its markers already.
    await Promise.all(getReleases(pinned).map((id) => assertReleaseAvailable(store, id)));
  } catch (error) {
    await store.remove(key);
    throw error;
  }
  return preview;
}

/**
 * Reads a preview of an environment.
 *
 * @returns Null when there is none with that id, or it has expired.
 * @throws {CorruptDocumentError} When no trusted key has signed it.
 */
export async function readPreview(
  store: ReleaseStore,
  env: string,
  id: string,
  trusted: TrustedKeys,
): Promise<Preview | null> {
  if (!idPattern.test(id)) return null;
  const stored = await store.get(previewKey(id));
  if (!stored) return null;
  const preview = verifyDocument('preview', Preview, stored.bytes, previewKey(id), trusted);
  const isCurrent = preview.env === env && preview.id === id && Date.parse(preview.expiresAt) > Date.now();
  return isCurrent ? preview : null;
}

/** Lists the previews that have not expired. Documents without a trusted signature are ignored: no gateway shows them. */
export async function listPreviews(store: ReleaseStore, trusted: TrustedKeys): Promise<Preview[]> {
  const keys = await store.list('preview/');
  const previews = await Promise.all(
    keys.map(async (key) => {
      const stored = await store.get(key);
      if (!stored) return [];
      try {
        const preview = verifyDocument('preview', Preview, stored.bytes, key, trusted);
        return Date.parse(preview.expiresAt) > Date.now() ? [preview] : [];
      } catch {
        return [];
      }
    }),
  );
  return previews.flat();
}
