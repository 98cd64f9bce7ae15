import type { Problem } from '../gates/gate';
import { isSameRelease, type PinnedRelease } from '../release/release';
import { getProblemKey } from '../state/audit-log';
import { type Apps, getReleases, type PinnedComposition } from '../state/composition';

/** Milliseconds after which no further composition is started. A run takes about ten seconds. */
const defaultBudgetMs = 60_000;

interface Change {
  app: string;
  live: PinnedRelease | undefined;
  /** Undefined for an app that is removed. */
  next: PinnedRelease | undefined;
}

/** Result of a composition without one change: the keys of its problems. Null when it tells nothing about that change. */
type Result = Set<string> | null;

type Candidate = Pick<PinnedComposition, 'env' | 'shell' | 'remotes'>;

export interface CauseOptions {
  candidate: Candidate;
  live: Apps;
  runSmokeTest: (candidate: Candidate) => Promise<Problem[]>;
  /** Milliseconds after which no further composition is started. Default: 60,000. */
  budgetMs?: number;
}

const formatChange = ({ app, next }: Change): string => (next ? `${app} ${next.version}` : `the removal of ${app}`);
const formatChanges = (changes: readonly Change[]): string => changes.map(formatChange).join(' and ');

function listChanges({ candidate, live }: Pick<CauseOptions, 'candidate' | 'live'>): Change[] {
  const [ofLive, ofNext] = [getReleases(live), getReleases(candidate)];
  const apps = new Set([...ofNext, ...ofLive].map(({ app }) => app));
  const find = (releases: readonly PinnedRelease[], name: string) => releases.find(({ app }) => app === name);
  return [...apps]
    .map((app) => ({ app, live: find(ofLive, app), next: find(ofNext, app) }))
    .filter(({ live: before, next }) => !before || !next || !isSameRelease(before, next));
}

/** Undoes a change: the live release of its app, or no release for a new app. */
function undo(candidate: Candidate, { app, live }: Change): Candidate {
  const others = candidate.remotes.filter((remote) => remote.app !== app);
  if (app === 'shell') return { ...candidate, shell: live ?? candidate.shell };
  return { ...candidate, remotes: live ? [...others, live] : others };
}

/**
 * Names the changes that cause the problems of a composition. It tests the live composition, and the composition without each of
 * its changes: a problem that is gone without a change comes from that change. A single change needs no further test.
 *
 * @returns The problems with their causes. The app of a problem with one cause is the app that causes it.
 */
export async function nameCauses(
  problems: readonly Problem[],
  { candidate, live, runSmokeTest, budgetMs = defaultBudgetMs }: CauseOptions,
): Promise<Problem[]> {
  const changes = listChanges({ candidate, live });
  const addVerdict = (verdict: string) => (found: Problem) => ({ ...found, problem: `${found.problem}; ${verdict}` });
  if (changes.length === 0) return problems.map(addVerdict('it is the live composition'));
  if (changes.length === 1) {
    return problems.map(addVerdict(`only ${formatChanges(changes)} differs from the live composition`));
  }

  const end = performance.now() + budgetMs;
  const known = new Set(problems.map(getProblemKey));
  const run = async (composition: Candidate): Promise<Result> => {
    try {
      return new Set((await runSmokeTest(composition)).map(getProblemKey));
    } catch {
      return null;
    }
  };
  const ofLive = (await run({ ...candidate, ...live })) ?? new Set();
  const isOfLive = (found: Problem) => ofLive.has(getProblemKey(found));
  const results = new Map<Change, Result>();
  for (const change of problems.every(isOfLive) ? [] : changes) {
    if (performance.now() > end) break;
    const without = await run(undo(candidate, change));
    // A composition with other problems, such as a remote without the shell that it needs, may end before it meets this one.
    const isComparable = without && [...without].every((key) => known.has(key) || ofLive.has(key));
    results.set(change, isComparable ? without : null);
  }
  return problems.map((found) => {
    if (isOfLive(found)) return addVerdict('the live composition fails in the same way')(found);
    const causes = changes.filter((change) => results.get(change)?.has(getProblemKey(found)) === false);
    const unclear = changes.filter((change) => !results.get(change));
    const [cause] = causes;
    if (!cause) return addVerdict(formatUnclear(changes, unclear))(found);
    const limits = unclear.length > 0 ? ` (not compared without ${formatChanges(unclear)})` : '';
    if (causes.length > 1) return addVerdict(`it fails only with ${formatChanges(causes)} together${limits}`)(found);
    const place = found.app === cause.app ? '' : `${found.app}: `;
    const verdict = `it fails only with ${formatChange(cause)}${limits}`;
    return { ...found, app: cause.app, problem: `${place}${found.problem}; ${verdict}` };
  });
}

const formatUnclear = (changes: readonly Change[], unclear: readonly Change[]): string =>
  unclear.length > 0
    ? `the cause is not known, because the composition could not be compared without ${formatChanges(unclear)}`
    : `it fails without any one of ${formatChanges(changes)}, so several of them cause it`;
