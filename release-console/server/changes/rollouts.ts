import { complete, type RolloutOptions, rollout } from '@shop/releases/actions/rollout';
import { withAllFindings } from '@shop/releases/actions/run-gates';
import { findTwoPersonApp } from '@shop/releases/policy/two-person-rule';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Author, Environment, LiveState } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type * as v from 'valibot';
import type { RolloutRequest } from '../../api/requests';
import type { LiveResult } from '../../api/responses';
import type { Approvals } from '../approvals/approval-requests';
import { forceByTwo } from '../approvals/request-approval';
import type { Session } from '../session/sessions';
import type { GatesFor } from './promotions';
import { inHandsOf } from './user-environment';

/** Gives the canary to more visitors, or to everybody. @throws {GatesFailedError}, {NotAllowedError}, or a sentence. */
export const takeStep = (
  environment: Environment,
  share: number | 'complete',
  author: Author,
  options: RolloutOptions,
): Promise<LiveState> =>
  share === 'complete' ? complete(environment, author, options) : rollout(environment, share, author, options);

/**
 * Takes a step of the rollout that runs, or, where two people are needed to force an app, asks for the second one.
 *
 * @throws {GatesFailedError}, {NotAllowedError}, {Refusal}, or a sentence.
 */
export async function rolloutWanted(
  environment: Environment,
  { seq, share, isForced, reason }: v.InferOutput<typeof RolloutRequest>,
  session: Session,
  { gatesFor, approvals }: { gatesFor: GatesFor; approvals: Approvals },
): Promise<LiveResult> {
  const own = inHandsOf(environment, session, seq);
  const check = gatesFor(environment, []);
  const act = async (forces: boolean): Promise<LiveResult> => {
    // Whoever approves sees all that there is against it.
    const gates = { check: isForced ? withAllFindings(check) : check, isForced: forces };
    const { head } = await takeStep(own, share, { by: session.person, reason }, gates);
    return { kind: 'live', seq: head.seq };
  };
  const state = isForced ? await readLiveState(environment) : null;
  const changes = state?.canary ? compareCompositions(state.live, state.canary) : [];
  const apps = changes.map(({ app }) => app);
  const delicate = findTwoPersonApp(apps);
  if (!state?.canary || !delicate) return act(isForced);
  const asked = { kind: 'rollout' as const, composition: state.canary.seq, share };
  return forceByTwo({ session, own, state, delicate, approvals }, { reason, asked, apps, changes }, () => act(false));
}
