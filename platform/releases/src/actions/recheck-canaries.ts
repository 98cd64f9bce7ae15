import { rebuildCanaries } from '../canaries/rebuild-canaries';
import type { Author, Environment, LiveState } from '../state/environment';
import { type CheckComposition, recordGates } from './run-gates';
import { updateHead } from './update-head';

/**
 * Runs all gates on the compositions of the running canaries, with the smoke test, and halts the canaries that do not pass. A
 * rollback rebuilds canaries without waiting for the smoke test, so the canary monitor calls this afterwards.
 *
 * @returns The live state afterwards. Unchanged when every canary passes.
 */
export function recheckCanaries(
  environment: Environment,
  author: Author,
  checkOnce: CheckComposition,
): Promise<LiveState> {
  const startReport = recordGates(checkOnce);
  return updateHead(environment, author, async (state) => {
    const { check, report } = startReport();
    if (!state || state.canaries.length === 0) return null;
    const options = {
      env: environment.name,
      state,
      base: state.live,
      changedApps: [],
      cause: '',
      check,
      isRecheck: true,
    };
    const rebuilt = await rebuildCanaries(options);
    return rebuilt.halted.length === 0 ? null : { action: 'halt', ...rebuilt, report };
  });
}
