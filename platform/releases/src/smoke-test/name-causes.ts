import type { Problem } from '../gates/gate';
import { getProblemKey } from '../state/audit-log';
import type { AppChange, Apps, PinnedComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';

/** Milliseconds after which no further composition is started. A run takes about ten seconds. */
const defaultBudgetMs = 60_000;

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

const formatChange = ({ app, after }: AppChange): string =>
  after ? `${app} ${after.version}` : `the removal of ${app}`;
const formatChanges = (changes: readonly AppChange[]): string => changes.map(formatChange).join(' and ');

/** Undoes the change of an app: its live release, with the hash that it is pinned to, or no release for a new app. */
function undo(candidate: Candidate, live: Apps, { app }: AppChange): Candidate {
  if (app === 'shell') return { ...candidate, shell: live.shell };
  const others = candidate.remotes.filter((remote) => remote.app !== app);
  return { ...candidate, remotes: [...others, ...live.remotes.filter((remote) => remote.app === app)] };
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
  const changes = compareCompositions(live, candidate);
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
  const results = new Map<AppChange, Result>();
  for (const change of problems.every(isOfLive) ? [] : changes) {
    if (performance.now() > end) break;
    const without = await run(undo(candidate, live, change));
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

const formatUnclear = (changes: readonly AppChange[], unclear: readonly AppChange[]): string =>
  unclear.length > 0
    ? `the cause is not known, because the composition could not be compared without ${formatChanges(unclear)}`
    : `it fails without any one of ${formatChanges(changes)}, so several of them cause it`;
