import { createPreview, type Preview } from '@shop/releases/signed-links/preview';
import { compose } from '@shop/releases/state/compose';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { findPublishedRelease } from './find-published-release';

export interface PreviewOptions {
  /** Name of the person who creates the link. */
  by: string;
  /** Milliseconds until the link expires. */
  duration: number;
  /** Address of the shop, without a slash at the end. */
  shopUrl: string;
}

/**
 * Creates a preview: the live composition with some releases replaced.
 *
 * @param names  Releases as `app@version`.
 * @returns The preview and the link with which one browser sees it.
 * @throws When a release is not published, or while gc removes it.
 */
export async function previewPublishedReleases(
  environment: Environment,
  names: readonly string[],
  { by, duration, shopUrl }: PreviewOptions,
): Promise<Preview & { link: string }> {
  const { store, name } = environment;
  const [state, ...releases] = await Promise.all([
    readLiveState(environment),
    ...names.map((text) => findPublishedRelease(store, text)),
  ]);
  const preview = await createPreview(environment, compose(name, state?.live ?? null, releases), { by, duration });
  return { link: `${shopUrl}/-/preview/${preview.id}`, ...preview };
}
