import { UnreadableReleaseError } from '@shop/releases/release/read-release';
import type { Head } from '@shop/releases/state/head';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { ProcessFailedError, RenderFailedError } from '../rendering/renderer-errors';
import type { LoadedComposition } from './composition-loader';
import type { LiveCanary } from './load-composition';

/** A canary with the composition that is loaded for it. */
export interface LoadedCanary extends LiveCanary {
  loaded: LoadedComposition;
}

export interface LoadCanariesOptions {
  head: Head;
  /** The canaries that are served until now. */
  served: readonly LoadedCanary[];
  load: (ref: DocumentRef) => Promise<LoadedComposition>;
  /** Receives the canaries to serve: before the first load, at once, and after each one. A slow canary does not delay the others. */
  onChange: (canaries: readonly LoadedCanary[]) => void;
}

/**
 * Whether a composition stays as it is until an object of the release store, or the code of a release, is another one. A process
 * that ended, such as for memory, or was late, may work at the next attempt.
 */
const isDamaged = (error: unknown) =>
  error instanceof CorruptDocumentError ||
  error instanceof UnreadableReleaseError ||
  (error instanceof RenderFailedError && !(error instanceof ProcessFailedError));

/**
 * Loads the canaries of a HEAD, oldest first. Until the composition of a canary is loaded, its visitors keep the one that they have:
 * a change of another app must not give them the live version of the canary's app for a moment. They keep it too while the release
 * store cannot be read, or a process cannot start. A new canary is served when its composition is loaded.
 *
 * @returns The error of the first canary that cannot be loaded; undefined when all are loaded.
 * @see docs/decisions/0081-steady-versions.md
 */
export async function loadCanaries({ head, served, load, onChange }: LoadCanariesOptions): Promise<unknown> {
  /** The compositions to serve by the id of the canary: the served ones until others are loaded. */
  const compositions = new Map(served.map(({ id, loaded }) => [id, loaded]));
  let firstError: unknown;
  const update = () =>
    onChange(
      head.canaries.flatMap((canary): LoadedCanary[] => {
        const loaded = compositions.get(canary.id);
        return loaded ? [{ ...canary, loaded, composition: loaded.composition }] : [];
      }),
    );
  update();
  for (const { id, composition } of head.canaries) {
    try {
      compositions.set(id, await load(composition));
    } catch (error) {
      firstError ??= error;
      if (isDamaged(error)) compositions.delete(id);
    }
    update();
  }
  return firstError;
}
