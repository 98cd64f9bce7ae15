import { findRelease } from '@shop/releases/release/find-release';
import type { ReleaseId } from '@shop/releases/release/release';
import { createPreview, type Preview } from '@shop/releases/signed-links/preview';
import { compose } from '@shop/releases/state/compose';
import type { Apps } from '@shop/releases/state/composition';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { programName } from '../cli/command';
import { parseAppVersion } from '../cli/parse-values';

/** Finds a published release by `app@version`. @throws {UsageError} For another text. Else as {@link findRelease} does. */
export async function findPublishedRelease(store: ReleaseStore, text: string): Promise<ReleaseId> {
  parseAppVersion(text);
  return findRelease(store, text);
}

export interface PreviewOptions {
  by: string;
  /** Milliseconds until the link expires. */
  duration: number;
  /** Address of the shop, without a slash at the end. */
  shopUrl: string;
  /** What it is for. A later preview of the same author and name has the same link. */
  name?: string | undefined;
}

/** Beginning of the path of a preview in the shop. Its id follows. */
export const previewPath = '/-/preview/';

/** Creates a preview: the live composition with some releases replaced. */
export async function previewPublishedReleases(
  environment: Environment,
  names: readonly string[],
  { by, duration, shopUrl, name: previewName }: PreviewOptions,
): Promise<Preview & { link: string }> {
  const { store, name } = environment;
  const [state, ...releases] = await Promise.all([
    readLiveState(environment),
    ...names.map((text) => findPublishedRelease(store, text)),
  ]);
  const composition = compose(name, state?.live ?? null, releases);
  const preview = await createPreview(environment, composition, { by, duration }, previewName);
  return { link: `${shopUrl}${previewPath}${preview.id}`, ...preview };
}

/**
 * Formats the command that shows a refused composition.
 *
 * @returns No line for a composition that a preview cannot show: one that lacks a live app, or consists of live releases only.
 */
export async function formatPreviewHint(environment: Environment, composition: Apps): Promise<string[]> {
  const state = await readLiveState(environment);
  const changes = compareCompositions(state?.live ?? null, composition);
  if (changes.some(({ after }) => after === null)) return [];
  return formatPreviewCommand(
    environment.name,
    changes.map(({ app, after }) => `${app}@${after?.version}`),
  );
}

/** Formats the command that shows releases in an environment. @returns No line without a release. */
export function formatPreviewCommand(env: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return [
    `See it in a browser: ${programName} preview ${names.join(' ')}${env === 'production' ? '' : ` --env ${env}`}`,
  ];
}
