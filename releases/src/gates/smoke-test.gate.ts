import type { PinnedComposition } from '../state/composition';
import type { Gate, Problem } from './gate';

/** A composition to start once, and the environment that it would be live in. */
export type SmokeTestCandidate = Pick<PinnedComposition, 'env' | 'shell' | 'remotes'>;

/**
 * Starts exactly one composition, on a server and in a browser, where no shopper sees it. Given by whoever hosts the
 * gates: it takes a gateway and a browser.
 *
 * @returns What went wrong in it, by app.
 * @throws A sentence when it could not be started at all, such as without a browser.
 */
export type RunSmokeTest = (candidate: SmokeTestCandidate) => Promise<Problem[]>;

/**
 * The composition starts, on a server and in a browser, without an error, an integrity failure or a second copy of what a
 * page may have once. Where it cannot be started the gate stays closed.
 */
export const createSmokeTestGate = (env: string, runSmokeTest: RunSmokeTest): Gate => ({
  name: 'smoke-test',
  runsLast: true,
  check: async ({ composition, wasLive }) => {
    if (wasLive) return [];
    try {
      return await runSmokeTest({ env, ...composition });
    } catch (error) {
      return [
        {
          app: 'composition',
          problem: `it could not be booted: ${error instanceof Error ? error.message : String(error)}`,
          remedy: 'mend that and run the command again, or go live without having seen it start, with --force',
        },
      ];
    }
  },
});
