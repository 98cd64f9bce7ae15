import type { LiveCanary, LiveComposition } from '../composition/load-composition';

/** The live composition and the running canaries of this gateway. */
export interface ServedCompositions {
  current: () => LiveComposition | null;
  canaries: () => readonly LiveCanary[];
}

/** Lists the compositions that visitors get now. */
export function listServedCompositions({ current, canaries }: ServedCompositions): LiveComposition[] {
  const live = current();
  return [...(live ? [live] : []), ...canaries().map(({ composition }) => composition)];
}

/** Lists the releases of a composition and their fallbacks, as in the URLs of their files: `mf-catalog/1.0.0-4f3a…`. */
export function listReleaseNames({ composition: { shell, remotes } }: LiveComposition): Set<string> {
  const apps = [shell, ...remotes, ...remotes.flatMap(({ previous = [] }) => previous)];
  return new Set(apps.map(({ base }) => base.replace(/^\/r\/|\/$/g, '')));
}
