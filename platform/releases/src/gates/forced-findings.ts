import { isSameRelease } from '../release/release';
import { type Finding, isBlocking, isSameFinding, readAuditLog } from '../state/audit-log';
import { type Apps, getReleases, readComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Environment, LiveState } from '../state/environment';

/** A finding with which a forced change became live. */
export interface ForcedFinding extends Finding {
  /** Number of the change. */
  change: number;
  by: string;
}

/** Changes that are searched: the reads of more would take a minute from an object store. */
const maxChanges = 1000;

/** Returns the release of an app in a composition. */
const findRelease = (apps: Apps, name: string) => getReleases(apps).find(({ app }) => app === name);

function hasSame(a: Apps, b: Apps, app: string): boolean {
  const [before, after] = [findRelease(a, app), findRelease(b, app)];
  return before && after ? isSameRelease(before, after) : before === after;
}

/**
 * Lists the findings that forced changes made live, and that the live composition still has: every app that such a change replaced
 * has the same release in the live composition and in the next one. Another release of one of them is checked like a first one. The
 * search ends where no release of the next composition was live yet, and after 1,000 changes.
 */
export async function listForcedFindings(
  { store, trusted }: Pick<Environment, 'store' | 'trusted'>,
  { head, live }: LiveState,
  next: Apps,
): Promise<ForcedFinding[]> {
  const found: ForcedFinding[] = [];
  /** A forced change, until the composition before it is read. */
  let forced: { composition: Apps; findings: ForcedFinding[] } | null = null;
  /** Apps of both compositions that had the same release in every change that was read. */
  let apps = getReleases(live).flatMap(({ app }) => (hasSame(live, next, app) ? [app] : []));
  let read = null as { key: string; composition: Apps } | null;
  let changes = 0;
  /** A rollback restores releases that were live before the changes that it undoes. */
  let isRestored = false;
  /** The later changes that ran all gates on their live composition. */
  const checked: { composition: Apps; findings: Finding[] }[] = [];
  // A finding with a key also depends on another app, which a later change may have mended. A smaller value is still the finding.
  const isGone = ({ measured: _, ...finding }: Finding) =>
    finding.key !== undefined &&
    checked.some(
      (later) =>
        hasSame(later.composition, live, finding.app) && !later.findings.some((other) => isSameFinding(finding, other)),
    );
  for await (const { action, isForced, findings, seq, by, live: ref } of readAuditLog(store, head.log, trusted)) {
    // Most changes, such as a lock or a step of a canary, have the live composition of the change before.
    if (read?.key !== ref.key) read = { key: ref.key, composition: await readComposition(store, ref, trusted) };
    const { composition } = read;
    if (forced && isUnchanged(composition, forced.composition, live, next)) found.push(...forced.findings);
    apps = apps.filter((app) => hasSame(composition, live, app));
    changes += 1;
    isRestored ||= action === 'rollback';
    if ((apps.length === 0 && !isRestored) || changes > maxChanges) return found;
    const blocking = isForced ? findings.filter((finding) => isBlocking(finding) && !isGone(finding)) : [];
    if (action === 'promote' || action === 'complete') checked.push({ composition, findings });
    forced =
      blocking.length > 0
        ? { composition, findings: blocking.map((finding) => ({ ...finding, change: seq, by })) }
        : null;
  }
  // The first change of an environment has no composition before it.
  if (forced && isUnchanged(null, forced.composition, live, next)) found.push(...forced.findings);
  return found;
}

/** Whether the apps that a change replaced have the same releases in the live composition and in the next one. */
function isUnchanged(before: Apps | null, after: Apps, live: Apps, next: Apps): boolean {
  const changed = compareCompositions(before, after);
  return changed.length > 0 && changed.every(({ app }) => hasSame(after, live, app) && hasSame(after, next, app));
}
