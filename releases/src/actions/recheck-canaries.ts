import { rebuildCanaries } from '../canaries/rebuild-canaries';
import type { Author, Environment, LiveState } from '../state/environment';
import { type CheckComposition, withoutRepetition } from './run-gates';
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
  const check = withoutRepetition(checkOnce);
  return updateHead(environment, author, async (state) => {
    if (!state || state.canaries.length === 0) return null;
    const { head, live } = state;
    const options = { env: environment.name, state, base: live, changedApps: [], cause: '', check, isRecheck: true };
    const { halted, ...canaries } = await rebuildCanaries(options);
    if (halted.length === 0) return null;
    return { action: 'halt', live: head.live, canaries, halted, locks: head.locks };
  });
}
