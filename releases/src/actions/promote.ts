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
  /** Hundredths of the visitors that get it first, 0 to 100; left out, everybody does at once. */
  canaryShare?: number;
  /** Who gets the canary whatever their bucket: staff, and visitors from regions. A share of 0 needs a list. */
  canaryAllowlist?: Omit<CanaryAudience, 'share'>;
  /** Goes live against the gates; the findings go into the log. */
  isForced?: boolean;
  /** Apps taken out of the composition. */
  removed?: readonly string[];
}

const noLocks = {};

/**
 * Makes releases live: they take the place of those apps in the live composition, the others stay. Promotions race: the
 * one that comes second is put on top of the first, looked over again and tried again.
 *
 * @returns What is live now; what was, when it is made of these releases already.
 * @throws {GatesFailedError}, or a sentence when an app is locked, or what is asked for contradicts itself or what is live.
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
    // Before the gates, which take their time.
    const asked = canaryShare === undefined ? null : { share: canaryShare, ...canaryAllowlist };
    if (asked) assertAudienceNotEmpty(asked);
    const composed = compose(environment.name, state?.live ?? null, promoted, removed);
    const next = await pinReleases(environment.store, composed);
    if (state && isSameComposition(state.live, next)) return null;
    if (state?.canary) {
      if (state.head.canary && isSameComposition(state.canary, next)) {
        assertSameAudience(state.head.canary, asked);
        return null;
      }
      throw new Error('A canary is running: complete it or halt it before the next promotion.');
    }
    const candidates = [{ next, state }, ...(state && asked ? [createControlCandidate(state)] : [])];
    const findings = await runGates(check, candidates, isForced);
    const locks = state?.head.locks ?? noLocks;
    if (!asked) return { action: 'promote', live: next, canary: null, locks, findings };
    if (!state) throw new Error('A canary needs something live beside it: promote without one first.');
    const canary = { composition: next, salt: randomUUID(), ...asked };
    return { action: 'canary', live: state.head.live, canary, locks, findings };
  });
}
