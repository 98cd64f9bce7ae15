import type { Candidate } from '../environment/actions';
import { appsOf } from '../environment/composition-set';
import type { Finding } from '../environment/log';
import { readRelease } from '../environment/resolve-composition';
import type { Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';

/** A composition to look over, with all its releases read. */
export interface GateContext extends Pick<Candidate, 'wasLive'> {
  store: ReleaseStore;
  /** The composition, as it would be written. */
  set: Candidate['next'];
  shell: Release;
  remotes: readonly Release[];
  /** Releases whose paths must keep an owner: those that are live now; none in a new environment. */
  live: readonly Release[];
}

/** One rule that a composition must keep before it goes live. */
export interface Gate {
  name: string;
  /** Runs when all others are open: it takes seconds, and runs the code of the composition. */
  isLast?: true;
  /** Also looks at a composition that returns: the other gates it has passed. */
  isForReturns?: true;
  /** @returns Problems by app, each with what to do about it. */
  check: (context: GateContext) => Promise<Problem[]> | Problem[];
}

export type Problem = Omit<Finding, 'gate'>;

/**
 * Makes the check of a promotion out of gates. All that only read run, so that one refusal names everything there is to
 * mend; then those that are last.
 *
 * @see RELEASING.md "Gates"
 */
export function checkWith(store: ReleaseStore, gates: readonly Gate[]) {
  return async ({ next, state, wasLive, mayLosePaths, isReturn }: Candidate): Promise<Finding[]> => {
    const [shell, ...remotes] = await Promise.all(appsOf(next).map((id) => readRelease(store, id)));
    if (!shell) throw new Error('a composition needs a shell');
    const before = state && !mayLosePaths ? appsOf(state.live) : [];
    const live = await Promise.all(before.map((id) => readRelease(store, id)));
    const context = { store, set: next, shell, remotes, live, ...(wasLive ? { wasLive } : {}) };
    const run = async (some: readonly Gate[]) => {
      const found = some.map(async (gate) => {
        const problems = await gate.check(context);
        return problems.map((problem) => ({ gate: gate.name, ...problem }));
      });
      return (await Promise.all(found)).flat();
    };
    const due = isReturn ? gates.filter(({ isForReturns }) => isForReturns) : gates;
    const findings = await run(due.filter(({ isLast }) => !isLast));
    return findings.length > 0 ? findings : run(due.filter(({ isLast }) => isLast));
  };
}
