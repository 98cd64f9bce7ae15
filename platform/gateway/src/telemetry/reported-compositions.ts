import type { Composition } from '@shop/remote-contract/composition';
import type { CompositionWatcher } from '../composition/composition-watcher';
import type { LiveComposition } from '../composition/load-composition';

/** Milliseconds for which pages of a composition may report after visitors get another one. */
const lateReportMs = 10 * 60_000;

/** A composition that visitors have, or had lately. */
export interface ReportedComposition {
  /** Id of its canary. Null for the live composition. */
  canary: string | null;
  /** Its releases and their fallbacks, as in the URLs of their files: `mf-catalog/1.0.0-4f3a…`. */
  releases: ReadonlySet<string>;
}

export type ReportedCompositions = ReturnType<typeof createReportedCompositions>;

/**
 * Creates the compositions that pages may report of. A change of one app replaces the compositions of pages that are open:
 * without their reports these would count as pages that never started, and their errors would be lost.
 *
 * @param now  Clock in Unix milliseconds. Default: `Date.now`.
 */
export function createReportedCompositions(
  { current, canaries }: Pick<CompositionWatcher, 'current' | 'canaries'>,
  now: () => number = Date.now,
) {
  const served = new Map<number, ReportedComposition & { servedAt: number }>();
  /** Per object: a composition that is loaded again with the same number may have further fallbacks. */
  const releaseNames = new WeakMap<Composition, ReadonlySet<string>>();

  const serve = ({ composition }: LiveComposition, canary: string | null) => {
    const releases = releaseNames.get(composition) ?? listReleaseNames(composition);
    releaseNames.set(composition, releases);
    served.set(composition.seq, { canary, releases, servedAt: now() });
  };

  /** Remembers what visitors get now. */
  const follow = () => {
    const live = current();
    if (live) serve(live, null);
    for (const { id, composition } of canaries()) serve(composition, id);
    for (const [seq, { servedAt }] of served) if (now() - servedAt > lateReportMs) served.delete(seq);
  };

  /** Finds a composition that visitors have now, or had in the last ten minutes. @param seq  Its number. */
  const find = (seq: number): ReportedComposition | undefined => {
    follow();
    return served.get(seq);
  };

  return { follow, find };
}

function listReleaseNames({ shell, remotes }: Composition): Set<string> {
  const apps = [shell, ...remotes, ...remotes.flatMap(({ previous = [] }) => previous)];
  return new Set(apps.map(({ base }) => base.replace(/^\/r\/|\/$/g, '')));
}
