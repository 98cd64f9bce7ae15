import { createPreview, type Preview } from '@shop/releases/signed-links/preview';
import { compose } from '@shop/releases/state/compose';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { findPublished } from './find-published-release';

export interface PreviewOptions {
  by: string;
  /** Milliseconds for which the link works. */
  duration: number;
  /** Address of the shop, without a slash at the end. */
  base: string;
}

/**
 * Previews releases in the place of those that are live.
 *
 * @param names Releases as `app@version`.
 * @returns The preview, and the link with which one browser sees it.
 * @throws A sentence when one is not published, or is being removed.
 */
export async function previewPublished(
  environment: Environment,
  names: readonly string[],
  { by, duration, base }: PreviewOptions,
): Promise<Preview & { link: string }> {
  const { store, name } = environment;
  const [state, ...ids] = await Promise.all([
    readLiveState(environment),
    ...names.map((one) => findPublished(store, one)),
  ]);
  const made = await createPreview(environment, compose(name, state?.live ?? null, ids), { by, duration });
  return { link: `${base}/-/preview/${made.id}`, ...made };
}
