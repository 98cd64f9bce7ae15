import { randomUUID } from 'node:crypto';
import type { ReleaseId } from '../release/release';
import { assertAudienceNotEmpty, assertSameAudience, type CanaryAudience } from '../state/canary-audience';
import { compose } from '../state/compose';
import { isSameComposition } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import { pinReleases } from '../state/pin-releases';
import { assertChangeable } from './assert-changeable';
import { type CheckComposition, createControlCandidate, runGates } from './run-gates';
import { updateHead } from './update-head';

export interface PromoteOptions {
  check: CheckComposition;
  /** Starts a canary: percentage of the visitors, 0 to 100. Absent: all visitors get the composition at once. */
  canaryShare?: number;
  /** Visitors who get the canary whatever the share: staff, and visitors from regions. A share of 0 needs one of them. */
  canaryAllowlist?: Omit<CanaryAudience, 'share'>;
  /** Makes the composition live in spite of findings. The audit log records them. */
  isForced?: boolean;
  /** Apps to remove from the composition. */
  removed?: readonly string[];
}

const noLocks = {};

/**
 * Makes releases live. They replace the releases of their apps in the live composition. When another promotion came first,
 * this one is composed with its result, checked again and tried again.
 *
 * @returns The live state afterwards. Unchanged when the composition consists of these releases already.
 * @throws {GatesFailedError} When a gate finds a problem and the promotion is not forced.
 * @throws {NotAllowedError} When the policy does not allow it.
 * @throws When an app is locked, a canary is running, or the arguments contradict each other or the live composition.
 * @example await promote(environment, [release], { by: 'asha', reason: 'new search' }, { check, canaryShare: 10 });
 */
export function promote(
  environment: Environment,
  promoted: readonly ReleaseId[],
  author: Author,
  { check, canaryShare, canaryAllowlist = {}, isForced = false, removed = [] }: PromoteOptions,
): Promise<LiveState> {
  return updateHead(environment, author, async (state) => {
    const apps = [...promoted.map(({ app }) => app), ...removed];
    assertChangeable(environment, state, apps, isForced);
    // Checked first: the gates take seconds.
    const audience = canaryShare === undefined ? null : { share: canaryShare, ...canaryAllowlist };
    if (audience) assertAudienceNotEmpty(audience);
    const composed = compose(environment.name, state?.live ?? null, promoted, removed);
    const next = await pinReleases(environment.store, composed);
    if (state && isSameComposition(state.live, next)) return null;
    if (state?.canary) {
      if (state.head.canary && isSameComposition(state.canary, next)) {
        assertSameAudience(state.head.canary, audience);
        return null;
      }
      throw new Error('A canary is running: complete it or halt it before the next promotion.');
    }
    const candidates = [{ next, state }, ...(state && audience ? [createControlCandidate(state)] : [])];
    const findings = await runGates(check, candidates, isForced);
    const locks = state?.head.locks ?? noLocks;
    if (!audience) return { action: 'promote', live: next, canary: null, locks, findings };
    if (!state) throw new Error('A canary needs a live composition to compare with: promote without a canary first.');
    const canary = { composition: next, salt: randomUUID(), ...audience };
    return { action: 'canary', live: state.head.live, canary, locks, findings };
  });
}
