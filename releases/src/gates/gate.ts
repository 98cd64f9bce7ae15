import type { Candidate } from '../actions/run-gates';
import type { Finding } from '../history/audit-log';
import type { PinnedRelease } from '../release/pinned-release';
import { readRelease, UnreadableReleaseError } from '../release/read-release';
import type { Release } from '../release/release';
import { getReleases } from '../state/composition';
import type { ReleaseStore } from '../store/release-store';

/** A composition to look over, with all its releases read. */
export interface GateContext extends Pick<Candidate, 'wasLive'> {
  store: ReleaseStore;
  /** The composition, as it would be written. */
  composition: Candidate['next'];
  shell: Release;
  remotes: readonly Release[];
  /** Releases whose paths must keep an owner: those that are live now and can be read; none in a new environment. */
  live: readonly Release[];
}

/** One rule that a composition must keep before it goes live. */
export interface Gate {
  name: string;
  /** Runs when all others are open, or when it is forced: it takes seconds, and runs the code of the composition. */
  runsLast?: true;
  /** Also looks at a composition that returns: the other gates it has passed. */
  runsOnRollback?: true;
  /** @returns Problems by app, each with what to do about it. */
  check: (context: GateContext) => Promise<Problem[]> | Problem[];
}

export type Problem = Omit<Finding, 'gate'>;

/** Reads releases; of one that cannot be read, what is wrong with it is the answer. */
const readAll = (store: ReleaseStore, ids: readonly PinnedRelease[]): Promise<(Release | Finding)[]> =>
  Promise.all(
    ids.map((id) =>
      readRelease(store, id).catch((error: unknown) => {
        if (!(error instanceof UnreadableReleaseError)) throw error;
        const remedy = `publish ${id.app} again under a new version`;
        return { gate: 'file-integrity', app: id.app, problem: error.message, remedy };
      }),
    ),
  );

const isFinding = (one: Release | Finding): one is Finding => 'gate' in one;
const isRelease = (one: Release | Finding): one is Release => !isFinding(one);

const notRun = ({ name }: Gate): Finding => ({
  gate: name,
  app: 'composition',
  problem: 'it did not run, since not every release can be read',
  remedy: 'mend what cannot be read first',
});

/**
 * Makes the check of a promotion out of gates. All that only read run, so that one refusal names everything there is to
 * mend; then those that are last, also after a finding when it is forced: that goes on record too. Nothing more can be said
 * of a composition whose releases cannot be read.
 *
 * @see RELEASING.md "Gates"
 */
export function createGateCheck(store: ReleaseStore, gates: readonly Gate[]) {
  return async ({ next, state, wasLive, mayDropRoutes, isRollback, isForced }: Candidate): Promise<Finding[]> => {
    const due = isRollback ? gates.filter(({ runsOnRollback }) => runsOnRollback) : gates;
    const last = due.filter(({ runsLast }) => runsLast);
    const read = await readAll(store, getReleases(next));
    const unreadable = read.filter(isFinding);
    if (unreadable.length > 0) return [...unreadable, ...(isForced && !wasLive ? last.map(notRun) : [])];
    const [shell, ...remotes] = read.filter(isRelease);
    if (!shell) throw new Error('a composition needs a shell');
    // What is live may be damaged, and this its mending.
    const before = state && !mayDropRoutes && !isRollback ? getReleases(state.live) : [];
    const live = (await readAll(store, before)).filter(isRelease);
    const context = { store, composition: next, shell, remotes, live, ...(wasLive ? { wasLive } : {}) };
    const run = async (some: readonly Gate[]) => {
      const found = some.map(async (gate) => {
        const problems = await gate.check(context);
        return problems.map((problem) => ({ gate: gate.name, ...problem }));
      });
      return (await Promise.all(found)).flat();
    };
    const findings = await run(due.filter(({ runsLast }) => !runsLast));
    return findings.length === 0 || isForced ? [...findings, ...(await run(last))] : findings;
  };
}
