import { listForcedFindings } from '../gates/forced-findings';
import { createGateCheck, type Gate, type Problem } from '../gates/gate';
import type { Progress } from '../gates/progress';
import type { Candidate, CheckComposition } from '../gates/run-gates';
import { createStandardGates } from '../gates/standard-gates';
import type { Apps, PinnedComposition } from '../state/composition';
import type { Environment } from '../state/environment';
import { nameCauses } from './name-causes';

/** A composition to smoke-test, and the environment that it would be live in. */
export type SmokeTestCandidate = Pick<PinnedComposition, 'env' | 'shell' | 'remotes'>;

/**
 * Starts exactly one composition on a server and in a browser, without shoppers. The caller of the gates supplies it,
 * because it needs a gateway and a browser.
 *
 * @param live  The live composition, whose blocking time is compared. Absent in a new environment.
 * @returns The problems by app.
 * @throws When the composition could not be started at all, for example without a browser.
 */
export type RunSmokeTest = (candidate: SmokeTestCandidate, live?: Apps) => Promise<Problem[]>;

/**
 * Creates the gate that requires a composition to start on a server and in a browser without an error, an integrity failure
 * or a duplicate of a module that a page may have once. When several apps change, it names the one that causes a problem. When the smoke test cannot run, the gate fails.
 */
export const createSmokeTestGate = (env: string, runSmokeTest: RunSmokeTest): Gate => ({
  name: 'smoke-test',
  runsLast: true,
  check: async ({ composition, liveComposition, isForced, isCompared, acceptForced }) => {
    const candidate = { env, ...composition };
    const test = (tested: SmokeTestCandidate) => runSmokeTest(tested, liveComposition);
    try {
      const problems = await acceptForced('smoke-test', await test(candidate));
      const blocking = problems.filter(({ isWarning }) => !isWarning);
      // A forced change must not wait for further tests.
      if (blocking.length === 0 || !liveComposition || isForced || isCompared) return problems;
      const named = await nameCauses(blocking, { candidate, live: liveComposition, runSmokeTest: test });
      return [...named, ...problems.filter(({ isWarning }) => isWarning)];
    } catch (error) {
      return [
        {
          app: 'composition',
          problem: `the smoke test could not run: ${error instanceof Error ? error.message : String(error)}`,
          remedy: 'correct that and run the command again, or make it live without a smoke test, with --force',
        },
      ];
    }
  },
});

/** Creates the check of a promotion: all gates, the smoke test last. @param progress  Receives each gate as a step. */
export const createPromotionCheck =
  (
    environment: Environment,
    removablePaths: readonly string[],
    runSmokeTest: RunSmokeTest,
    progress?: Progress,
  ): CheckComposition =>
  async (candidate) => {
    const rules = await environment.loadRules?.();
    const gates = [
      ...createStandardGates(removablePaths, rules && { environment, rules }),
      createSmokeTestGate(environment.name, runSmokeTest),
    ];
    const listForced = ({ state, next }: Candidate) => (state ? listForcedFindings(environment, state, next) : []);
    return createGateCheck(environment.store, gates, listForced, progress)(candidate);
  };
