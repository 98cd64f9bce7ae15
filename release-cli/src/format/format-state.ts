import type { CanaryAudience } from '@shop/releases/state/canary-audience';
import { getReleases, type PinnedComposition } from '@shop/releases/state/composition';
import { compareCompositions, formatAppChange } from '@shop/releases/state/composition-diff';
import type { LiveState } from '@shop/releases/state/environment';
import type { CommandResult } from '../cli/command';
import { formatTable } from './format-table';

/** Formats the audience of a canary: `10 %, staff, visitors from KA`. */
function formatAudience({ share, staff, regions = [] }: CanaryAudience): string {
  const lists = [...(staff ? ['staff'] : []), ...(regions.length > 0 ? [`visitors from ${regions.join(', ')}`] : [])];
  return [`${share} %`, ...lists].join(', ');
}

/** Formats the differences between two compositions, one line per app: `mf-catalog 1.0.0 → 1.1.0`. */
export const formatChanges = (before: PinnedComposition, after: PinnedComposition): string[] =>
  compareCompositions(before, after).map(formatAppChange);

/** Formats the live composition, the canary and the locks of an environment. */
export function formatState({ head, live, canary }: LiveState): string[] {
  const apps = formatTable(getReleases(live).map(({ app, version, digest }) => [app, version, digest]));
  const locks = Object.entries(head.locks).map(
    ([app, { by, reason }]) => `  locked: ${app === '*' ? 'everything' : app}, by ${by} (${reason})`,
  );
  const audience =
    head.canary && canary
      ? [`  canary: ${formatAudience(head.canary)} get ${formatChanges(live, canary).join(', ')}`]
      : [];
  return [`${head.env}, change ${head.seq}:`, ...apps, ...audience, ...locks];
}

/** Result of a command that changed an environment. @param before  State before the command, to name a no-op. */
export function stateResult(state: LiveState, before?: LiveState | null): CommandResult {
  const isUnchanged = before !== undefined && state.head.seq === before?.head.seq;
  return {
    lines: [...(isUnchanged ? ['That is live already: nothing changed.'] : []), ...formatState(state)],
    data: { head: state.head, live: state.live, canary: state.canary },
  };
}
