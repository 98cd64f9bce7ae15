import { findPublishedRelease } from '@shop/release-cli/published/find-published-release';
import { type PromoteOptions, promote } from '@shop/releases/actions/promote';
import { type CheckComposition, withAllFindings } from '@shop/releases/actions/run-gates';
import { findTwoPersonApp } from '@shop/releases/policy/two-person-rule';
import { assertAudienceNotEmpty, pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { compose } from '@shop/releases/state/compose';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type * as v from 'valibot';
import type { CheckRequest, PromoteRequest } from '../../api/requests';
import type { CanaryAudience, CheckResult, LiveResult, ReleaseId } from '../../api/responses';
import type { Approvals } from '../approvals/approval-requests';
import { forceByTwo } from '../approvals/request-approval';
import { Refusal } from '../routes/http-errors';
import type { Session } from '../session/sessions';
import { inHandsOf } from './user-environment';

/** The gates as the command line runs them. */
export type GatesFor = (environment: Environment, removedPaths: readonly string[]) => CheckComposition;

type Wanted = v.InferOutput<typeof CheckRequest>;

const findAll = (environment: Environment, releases: readonly string[]): Promise<ReleaseId[]> =>
  Promise.all(releases.map((release) => findPublishedRelease(environment.store, release)));

function requireSomething({ releases, removedApps }: Pick<Wanted, 'releases' | 'removedApps'>): void {
  if (releases.length + removedApps.length === 0) throw new Refusal(400, 'Choose a version of an app first.');
}

/** Who gets a promotion first; null for everybody at once. @throws A sentence when nobody would. */
function readAudience({ canary }: Pick<v.InferOutput<typeof PromoteRequest>, 'canary'>): CanaryAudience | null {
  if (!canary) return null;
  const audience = pickCanaryAudience(canary);
  assertAudienceNotEmpty(audience);
  return audience;
}

/** An audience as `promote` takes it. */
export function toCanaryOptions(
  canary: CanaryAudience | null,
): Pick<PromoteOptions, 'canaryShare' | 'canaryAllowlist'> {
  if (!canary) return {};
  const { share, ...lists } = canary;
  return { canaryShare: share, canaryAllowlist: lists };
}

/** Runs the gates on the composition that would result, and changes nothing. */
export async function checkWanted(environment: Environment, wanted: Wanted, gatesFor: GatesFor): Promise<CheckResult> {
  requireSomething(wanted);
  const [releases, state] = await Promise.all([findAll(environment, wanted.releases), readLiveState(environment)]);
  const next = compose(environment.name, state?.live ?? null, releases, wanted.removedApps);
  const findings = await gatesFor(environment, wanted.removedPaths)({ next, state });
  return { changes: compareCompositions(state?.live ?? null, next), findings };
}

/**
 * Promotes, or, where two people are needed to force an app, asks for the second one.
 *
 * @throws {GatesFailedError}, {NotAllowedError}, {Refusal}, or a sentence.
 */
export async function promoteWanted(
  environment: Environment,
  wanted: v.InferOutput<typeof PromoteRequest>,
  session: Session,
  { gatesFor, approvals }: { gatesFor: GatesFor; approvals: Approvals },
): Promise<LiveResult> {
  requireSomething(wanted);
  const canary = readAudience(wanted);
  const releases = await findAll(environment, wanted.releases);
  const own = inHandsOf(environment, session, wanted.seq);
  const { reason, removedApps, removedPaths } = wanted;
  const check = gatesFor(environment, removedPaths);
  const act = async (isForced: boolean): Promise<LiveResult> => {
    // Whoever approves sees all that there is against it.
    const gates = { check: wanted.isForced ? withAllFindings(check) : check, isForced };
    const options = { ...gates, removed: removedApps, ...toCanaryOptions(canary) };
    const { head } = await promote(own, releases, { by: session.person, reason }, options);
    return { kind: 'live', seq: head.seq };
  };
  const apps = [...releases.map(({ app }) => app), ...removedApps];
  const delicate = wanted.isForced ? findTwoPersonApp(apps) : undefined;
  if (!delicate) return act(wanted.isForced);
  const state = await readLiveState(environment);
  const live = state?.live ?? null;
  const changes = compareCompositions(live, compose(environment.name, live, releases, removedApps));
  const asked = { kind: 'promote' as const, releases, removedApps, removedPaths, canary };
  return forceByTwo({ session, own, state, delicate, approvals }, { reason, asked, apps, changes }, () => act(false));
}
