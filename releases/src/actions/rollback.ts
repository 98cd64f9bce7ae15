import { assertNotOvertaken, findRollbackTarget, type RollbackRequest } from '../history/rollback-target';
import { compose } from '../state/compose';
import { getReleases, isSameComposition } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import { pinReleases } from '../state/pin-releases';
import { assertNotLocked } from './assert-changeable';
import { listChangedApps } from './rollout';
import { type Candidate, type CheckComposition, runGates } from './run-gates';
import { updateHead } from './update-head';

export interface RollbackOptions extends RollbackRequest {
  check: CheckComposition;
}

/**
 * Takes the live composition, or one app of it, back to an earlier one. A running canary ends with it. A whole composition
 * must still be there to the last byte; an app alone makes one that may never have been live, so that is looked over. Of two
 * people who go back at once the second one is refused, and does not go back twice as far.
 *
 * @throws {GatesFailedError}, or a sentence.
 */
export function rollback(
  environment: Environment,
  author: Author,
  { check, ...way }: RollbackOptions,
): Promise<LiveState> {
  const { app, seq } = way;
  let seen: LiveState | null = null;
  return updateHead(environment, author, async (state) => {
    if (!state) throw new Error(`${environment.name} has nothing live yet: there is nothing to go back to.`);
    if (seen && seq === undefined) await assertNotOvertaken(environment, seen, state, app);
    seen = state;
    const earlier = await findRollbackTarget(environment, state, way);
    // A running canary ends with it, so whoever goes back must be allowed to end that too.
    const ended = state.canary ? listChangedApps(state.live, state.canary) : [];
    const apps = app ? [app] : listChangedApps(state.live, earlier.set);
    assertNotLocked(state, apps);
    environment.authorize?.({ action: 'rollback', apps: [...apps, ...ended], state });
    const back = { action: 'rollback' as const, canary: null, locks: state.head.locks };
    if (!app) {
      if (isSameComposition(earlier.set, state.live)) return assertNoCanary(state);
      const returned: Candidate = { next: earlier.set, state, isRollback: true };
      return { ...back, live: earlier.ref, findings: await runGates(check, [returned], false) };
    }
    const release = getReleases(earlier.set).find((one) => one.app === app);
    if (!release) throw new Error(`${app} was not part of the composition of change ${earlier.seq}.`);
    const next = await pinReleases(environment.store, compose(environment.name, state.live, [release]));
    if (isSameComposition(next, state.live)) return assertNoCanary(state);
    const wasLive = isSameComposition(next, earlier.set);
    const candidate: Candidate = { next, state, wasLive, mayDropRoutes: true };
    return { ...back, live: next, findings: await runGates(check, [candidate], false) };
  });
}

/** What is wanted back is live: a canary beside it is not ended in passing. @throws A sentence while one runs. */
function assertNoCanary({ canary }: LiveState): null {
  if (!canary) return null;
  throw new Error('That is live already, and a canary runs beside it: halt it with "rollout halt" to take it back.');
}
