import {
  assertNotOvertaken,
  findRollbackTarget,
  type RollbackRequest,
  type RollbackTarget,
} from '../history/rollback-target';
import { compose } from '../state/compose';
import { getReleases, isSameComposition } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import { pinReleases } from '../state/pin-releases';
import { assertNotLocked } from './assert-changeable';
import { listChangedApps } from './rollout';
import { type Candidate, type CheckComposition, runGates } from './run-gates';
import { type HeadChange, updateHead } from './update-head';

export interface RollbackOptions extends RollbackRequest {
  check: CheckComposition;
}

/**
 * Restores an earlier composition, or one app of it. A running canary ends. Of a complete composition, only the integrity
 * of its files is checked. With one app, the result may never have been live, so all gates run. Of two concurrent rollbacks
 * the second one fails, so that it does not go back twice as far.
 *
 * @throws {GatesFailedError} When a gate finds a problem.
 * @throws {NotAllowedError} When the policy does not allow the rollback, or the end of the canary.
 * @throws When an app is locked, there is nothing to roll back to, or another change came first.
 * @example await rollback(environment, { by: 'asha', reason: 'checkout fails' }, { check, app: 'mf-cart-checkout' });
 */
export function rollback(
  environment: Environment,
  author: Author,
  { check, ...request }: RollbackOptions,
): Promise<LiveState> {
  const { app, seq } = request;
  let requestedIn: LiveState | null = null;
  return updateHead(environment, author, async (state) => {
    if (!state) throw new Error(`${environment.name} has nothing live yet: there is nothing to roll back.`);
    if (requestedIn && seq === undefined) await assertNotOvertaken(environment, requestedIn, state, app);
    requestedIn = state;
    const target = await findRollbackTarget(environment, state, request);
    // The rollback also ends a running canary, which its author must be allowed to do.
    const canaryApps = state.canary ? listChangedApps(state.live, state.canary) : [];
    const apps = app ? [app] : listChangedApps(state.live, target.composition);
    assertNotLocked(state, apps);
    environment.authorize?.({ action: 'rollback', apps: [...apps, ...canaryApps], state });
    return app ? restoreApp(environment, state, target, app, check) : restoreComposition(state, target, check);
  });
}

async function restoreComposition(
  state: LiveState,
  { ref, composition }: RollbackTarget,
  check: CheckComposition,
): Promise<HeadChange | null> {
  if (isSameComposition(composition, state.live)) return assertNoCanary(state);
  const findings = await runGates(check, [{ next: composition, state, isRollback: true }], false);
  return { action: 'rollback', live: ref, canary: null, locks: state.head.locks, findings };
}

async function restoreApp(
  { store, name }: Environment,
  state: LiveState,
  { composition, seq }: RollbackTarget,
  app: string,
  check: CheckComposition,
): Promise<HeadChange | null> {
  const release = getReleases(composition).find((candidate) => candidate.app === app);
  if (!release) throw new Error(`${app} was not part of the composition of change ${seq}.`);
  const next = await pinReleases(store, compose(name, state.live, [release]));
  if (isSameComposition(next, state.live)) return assertNoCanary(state);
  const wasLive = isSameComposition(next, composition);
  const candidate: Candidate = { next, state, wasLive, mayDropRoutes: true };
  const findings = await runGates(check, [candidate], false);
  return { action: 'rollback', live: next, canary: null, locks: state.head.locks, findings };
}

/** The target is live already. A running canary is not ended silently. @throws While a canary is running. */
function assertNoCanary({ canary }: LiveState): null {
  if (!canary) return null;
  throw new Error('That is live already, and a canary is running: end the canary with "rollout halt".');
}
