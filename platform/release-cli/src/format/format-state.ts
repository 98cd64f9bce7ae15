import type { HaltedCanary } from '@shop/releases/history/audit-log';
import type { HaltNotice } from '@shop/releases/history/halt-notices';
import type { CanaryAudience } from '@shop/releases/state/canary-audience';
import { getReleases, type PinnedComposition } from '@shop/releases/state/composition';
import { compareCompositions, formatAppChange } from '@shop/releases/state/composition-diff';
import type { LiveState, RunningCanary } from '@shop/releases/state/environment';
import type { CommandResult } from '../cli/command';
import { formatTable } from './format-table';

type Apps = Pick<PinnedComposition, 'shell' | 'remotes'>;

/** Formats the audience of a canary: `10 %, staff, visitors from KA`. */
function formatAudience({ share, staff, regions = [] }: CanaryAudience): string {
  const lists = [...(staff ? ['staff'] : []), ...(regions.length > 0 ? [`visitors from ${regions.join(', ')}`] : [])];
  return [`${share} %`, ...lists].join(', ');
}

/** Formats the differences between two compositions, one line per app: `mf-catalog 1.0.0 → 1.1.0`. */
export const formatChanges = (before: Apps, after: Apps): string[] =>
  compareCompositions(before, after).map(formatAppChange);

/** Formats a running canary: `canary: 10 %, staff get mf-catalog 1.0.0 → 1.1.0, by asha`. */
const formatCanaryLine = (live: PinnedComposition, canary: RunningCanary): string =>
  `  canary: ${formatAudience(canary)} get ${formatChanges(live, canary.composition).join(', ')}${canary.owner ? `, by ${canary.owner}` : ''}`;

/** Formats the message to the owner of a canary that another person's change ended. */
const formatHaltLine = ({ apps, owner, reason }: Pick<HaltNotice, 'apps' | 'owner' | 'reason'>): string =>
  `  halted: the canary of ${apps.join(' and ')}${owner ? `, tell ${owner}` : ''}: ${reason}`;

/** Formats notices of ended canaries for their owners. */
export const formatNotices = (notices: readonly HaltNotice[]): string[] =>
  notices.map(({ apps, owner, reason, seq, by }) => {
    const of = owner ? ` of ${owner}` : '';
    return `  halted in change ${seq} by ${by}: the canary${of} of ${apps.join(' and ')}: ${reason}`;
  });

/** Formats the live composition, the canaries and the locks of an environment. */
export function formatState({ head, live, canaries }: LiveState): string[] {
  const apps = formatTable(getReleases(live).map(({ app, version, digest }) => [app, version, digest]));
  const locks = Object.entries(head.locks).map(
    ([app, { by, reason }]) => `  locked: ${app === '*' ? 'everything' : app}, by ${by} (${reason})`,
  );
  const running = canaries.map((canary) => formatCanaryLine(live, canary));
  return [`${head.env}, change ${head.seq}:`, ...apps, ...running, ...locks];
}

/**
 * Result of a command that changed an environment.
 *
 * @param before  State before the command, to name a no-op.
 * @param halted  Canaries of other apps that the command ended.
 */
export function stateResult(
  state: LiveState,
  before?: LiveState | null,
  halted: readonly HaltedCanary[] = [],
): CommandResult {
  const isUnchanged = before !== undefined && state.head.seq === before?.head.seq;
  return {
    lines: [
      ...(isUnchanged ? ['That is live already: nothing changed.'] : []),
      ...formatState(state),
      ...halted.map(formatHaltLine),
    ],
    data: { ...state, halted },
  };
}
