import { kinds } from '../change-model/changes';
import { type Candidate, type CheckComposition, runGates } from '../gates/run-gates';
import {
  assertNotOvertaken,
  findRollbackTarget,
  type RollbackRequest,
  type RollbackTarget,
} from '../history/rollback-target';
import { planStep } from '../state/apply-step';
import { formatCanary, listCanaryApps } from '../state/canary';
import { compose, pinReleases } from '../state/compose';
import { type Apps, getReleases, isSameComposition } from '../state/composition';
import { compareCompositions } from '../state/composition-diff';
import type { Author, Environment, LiveState } from '../state/environment';
import type { Step } from '../state/signer';
import type { DocumentRef } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import { checkCanaries } from './rebuild-canaries';
import { type UpdatedState, updateHead } from './update-head';

export interface RollbackOptions extends RollbackRequest {
  check: CheckComposition;
}

/** Milliseconds that a rollback spends on all canaries at most. A canary whose check takes longer than its part ends. */
const canaryTimeoutMs = 2000;

/**
 * Restores an earlier composition, or one app of it. Of a complete composition, only the integrity of its files is checked.
 * With one app, the result may never have been live, so all gates run. Of two concurrent rollbacks the second one fails, so
 * that it does not go back twice as far.
 *
 * A rollback never depends on a canary, nor on rights to it. A canary of an app that is rolled back ends. The others are rebuilt
 * and pass the gates that only read manifests, or end. `recheckCanaries` runs all gates on them afterwards.
 *
 * @throws When an app is locked, there is nothing to roll back to, or another change came first.
 */
export function rollback(
  environment: Environment,
  author: Author,
  { check, ...request }: RollbackOptions,
): Promise<UpdatedState> {
  const { app, seq } = request;
  let requestedIn: LiveState | null = null;
  return updateHead(environment, author, check, async (state, gates) => {
    if (!state) throw new ConflictError(`${environment.name} has nothing live yet: there is nothing to roll back.`);
    if (requestedIn && seq === undefined) await assertNotOvertaken(environment, requestedIn, state, app ? [app] : null);
    requestedIn = state;
    const target = await findRollbackTarget(environment, state, request);
    const apps = app ? [app] : compareCompositions(state.live, target.composition).map((change) => change.app);
    environment.authorize?.({ action: kinds.rollback.permission, apps, state });
    const restored = app ? await restoreApp(environment, state, target, app) : restore(state, target);
    if (!restored) return null;
    const { live, candidate } = restored;
    const step: Step = { action: 'rollback', live };
    const composition = { apps: candidate.next, ...('key' in live ? { ref: live } : {}) };
    const at = new Date().toISOString();
    const planned = planStep(state, { env: environment.name, author, isForced: false, step, target: composition, at });
    await runGates(gates.check, [candidate], false);
    await checkCanaries(planned, { state, gates, isQuick: true, timeoutMs: canaryTimeoutMs });
    return { step };
  });
}

interface Restored {
  live: Apps | DocumentRef;
  candidate: Candidate;
}

/** @returns Null when the composition is live already. */
function restore(state: LiveState, { ref, composition }: RollbackTarget): Restored | null {
  if (isSameComposition(composition, state.live)) return assertNoCanary(state);
  return { live: ref, candidate: { next: composition, state, isRollback: true } };
}

async function restoreApp(
  { store, name }: Environment,
  state: LiveState,
  { ref, composition, seq }: RollbackTarget,
  app: string,
): Promise<Restored | null> {
  const release = getReleases(composition).find((candidate) => candidate.app === app);
  if (!release) throw new ConflictError(`${app} was not part of the composition of change ${seq}.`);
  const next = await pinReleases(store, compose(name, state.live, [release]));
  if (isSameComposition(next, state.live)) return assertNoCanary(state, app);
  const wasLive = isSameComposition(next, composition);
  const candidate: Candidate = { next: wasLive ? composition : next, state, isServed: wasLive, mayDropRoutes: true };
  // A composition that was live needs no second document.
  return { live: wasLive ? ref : next, candidate };
}

/** The target is live already. A canary of its apps is not ended silently. @throws While one is running. */
function assertNoCanary({ canaries }: LiveState, app?: string): null {
  const own = canaries.find((canary) => !app || listCanaryApps(canary).includes(app));
  if (!own) return null;
  throw new ConflictError(
    `That is live already, and ${formatCanary(own)} is running: end the canary with "rollout halt ${listCanaryApps(own)[0]}".`,
  );
}
