import type { Candidate } from '../environment/actions';
import { appsOf } from '../environment/composition-set';
import type { Finding } from '../environment/log';
import { readRelease } from '../environment/resolve-composition';
import type { Release } from '../release/release';
import type { ReleaseStore } from '../store/release-store';

/** A composition to look over, with all its releases read. */
export interface GateContext {
  store: ReleaseStore;
  shell: Release;
  remotes: readonly Release[];
  /** Releases that are live now; none in a new environment. */
  live: readonly Release[];
}

/** One rule that a composition must keep before it goes live. */
export interface Gate {
  name: string;
  /** @returns Problems by app, each with what to do about it. */
  check: (context: GateContext) => Promise<Problem[]> | Problem[];
}

export type Problem = Omit<Finding, 'gate'>;

/**
 * Makes the check of a promotion out of gates. All run, so that one refusal names everything there is to mend.
 *
 * @see RELEASING.md "Gates"
 */
export function checkWith(store: ReleaseStore, gates: readonly Gate[]) {
  return async ({ next, state }: Candidate): Promise<Finding[]> => {
    const [shell, ...remotes] = await Promise.all(appsOf(next).map((id) => readRelease(store, id)));
    if (!shell) throw new Error('a composition needs a shell');
    const live = state ? await Promise.all(appsOf(state.live).map((id) => readRelease(store, id))) : [];
    const found = await Promise.all(
      gates.map(async (gate) => {
        const problems = await gate.check({ store, shell, remotes, live });
        return problems.map((problem) => ({ gate: gate.name, ...problem }));
      }),
    );
    return found.flat();
  };
}
