import { ConflictError } from '../store/errors';
import type { Canary } from './canary';

/* The console's page loads this file: it imports no package. */

/** A running canary, as far as its share is concerned. */
export interface ShareHolder extends Pick<Canary, 'id' | 'share' | 'owner' | 'removed'> {
  releases: readonly { app: string; version: string }[];
}

const formatList = (items: readonly string[]): string =>
  items.length > 1 ? `${items.slice(0, -1).join(', ')} and ${items.at(-1)}` : items.join('');

/**
 * Says why a canary cannot have a share: shares do not overlap, and all of them together are at most 100 %.
 *
 * @param share  The wanted share in percent.
 * @param running  The running canaries of the environment, oldest first.
 * @param id  Id of the running canary whose share rises. Absent: the canary is a new one.
 * @returns Null when the share is free. Otherwise one message that names who holds which share and what to do.
 */
export function findShareProblem(
  env: string,
  share: number,
  running: readonly ShareHolder[],
  id?: string,
): string | null {
  const holders = running.filter((canary) => canary.id !== id && canary.share > 0);
  const free = 100 - holders.reduce((sum, holder) => sum + holder.share, 0);
  if (share <= free) return null;
  const names = holders.map(({ releases, removed, owner, ...holder }, index) => {
    const apps = [...releases.map(({ app, version }) => `${app} ${version}`), ...removed.map((app) => `no ${app}`)];
    return `${apps.join(' with ')}${index === 0 ? ' holds' : ''} ${holder.share} % (${owner})`;
  });
  const own = running.find((canary) => canary.id === id)?.share ?? 0;
  const less = free > own ? `, or take at most ${free} %` : '';
  return `${share} % is not free in ${env}: ${formatList(names)}. Ask them to complete or halt${less}.`;
}

/**
 * Says why the next stage of a canary waits for the shares of others. The last stage completes the canary and needs no share.
 *
 * @returns Null when its share is free, or the canary has no stages.
 */
export function findStageProblem(
  env: string,
  { id, plan }: Pick<Canary, 'id'> & { plan?: { stages: readonly { share: number }[] } | null },
  running: readonly ShareHolder[],
): string | null {
  const share = plan?.stages[0]?.share ?? 100;
  return share === 100 ? null : findShareProblem(env, share, running, id);
}

/** @throws When {@link findShareProblem} finds one. */
export function assertShareFree(...request: Parameters<typeof findShareProblem>): void {
  const problem = findShareProblem(...request);
  if (problem) throw new ConflictError(problem);
}
