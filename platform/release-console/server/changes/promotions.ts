import { findPublishedRelease } from '@shop/release-cli/published/published-releases';
import { type PromoteOptions, promote } from '@shop/releases/actions/promote';
import { type CheckComposition, withAllFindings } from '@shop/releases/gates/run-gates';
import { findTwoPersonApp } from '@shop/releases/policy/policy';
import { isBlocking } from '@shop/releases/state/audit-log';
import { assertAudienceNotEmpty, pickCanaryAudience } from '@shop/releases/state/canary-audience';
import { compose } from '@shop/releases/state/compose';
import { compareCompositions } from '@shop/releases/state/composition-diff';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type * as v from 'valibot';
import type { CheckRequest, PromoteRequest } from '../../api/requests';
import type { CanaryAudience, ChangeResult, CheckResult, ReleaseId } from '../../api/responses';
import type { ApprovalRequests } from '../approvals/approval-requests';
import { requestApproval } from '../approvals/request-approval';
import { HttpError } from '../routes/http-errors';
import type { Session } from '../session/sessions';
import { createUserEnvironment } from './user-environment';

/** Creates the gates of an environment. `removedPaths` are live paths that may lose their owner. */
export type CreateGates = (environment: Environment, removedPaths: readonly string[]) => CheckComposition;

type Selection = v.InferOutput<typeof CheckRequest>;

const findReleases = (environment: Environment, names: readonly string[]): Promise<ReleaseId[]> =>
  Promise.all(names.map((name) => findPublishedRelease(environment.store, name)));

function assertSelection({ releases, removedApps }: Pick<Selection, 'releases' | 'removedApps'>): void {
  if (releases.length + removedApps.length === 0) throw new HttpError(400, 'Choose a version of an app first.');
}

/** The audience of the canary; null for every visitor at once. @throws When the audience is empty. */
function parseAudience({ canary }: Pick<v.InferOutput<typeof PromoteRequest>, 'canary'>): CanaryAudience | null {
  if (!canary) return null;
  const audience = pickCanaryAudience(canary);
  assertAudienceNotEmpty(audience);
  return audience;
}

/** Converts an audience to the options of `promote`. */
export function toCanaryOptions(
  canary: CanaryAudience | null,
): Pick<PromoteOptions, 'canaryShare' | 'canaryAllowlist'> {
  if (!canary) return {};
  const { share, ...allowlist } = canary;
  return { canaryShare: share, canaryAllowlist: allowlist };
}

/** Runs the gates on the composition that a promotion would create. It changes nothing. */
export async function checkPromotion(
  environment: Environment,
  selection: Selection,
  createGates: CreateGates,
): Promise<CheckResult> {
  assertSelection(selection);
  const [releases, state] = await Promise.all([
    findReleases(environment, selection.releases),
    readLiveState(environment),
  ]);
  const next = compose(environment.name, state?.live ?? null, releases, selection.removedApps);
  const findings = await createGates(environment, selection.removedPaths)({ next, state });
  return {
    changes: compareCompositions(state?.live ?? null, next),
    findings: findings.filter(isBlocking),
    warnings: findings.filter((finding) => !isBlocking(finding)),
  };
}

/**
 * Promotes releases. When the promotion is forced and changes an app that two people must force, it requests the approval of
 * a second person.
 *
 * @throws {GatesFailedError | NotAllowedError | HttpError}
 */
export async function promoteOrRequestApproval(
  environment: Environment,
  request: v.InferOutput<typeof PromoteRequest>,
  session: Session,
  { createGates, approvals }: { createGates: CreateGates; approvals: ApprovalRequests },
): Promise<ChangeResult> {
  assertSelection(request);
  const canary = parseAudience(request);
  const releases = await findReleases(environment, request.releases);
  const userEnvironment = createUserEnvironment(environment, session, request.seq);
  const { reason, removedApps, removedPaths } = request;
  const check = createGates(environment, removedPaths);
  const promoteAs = async (isForced: boolean): Promise<ChangeResult> => {
    // A person who forces or approves the promotion sees the findings of all gates.
    const gates = { check: request.isForced ? withAllFindings(check) : check, isForced };
    const options = { ...gates, removed: removedApps, ...toCanaryOptions(canary) };
    const { head } = await promote(userEnvironment, releases, { by: session.person, reason }, options);
    return { kind: 'live', seq: head.seq };
  };
  const apps = [...releases.map(({ app }) => app), ...removedApps];
  const protectedApp = request.isForced ? findTwoPersonApp(apps) : undefined;
  if (!protectedApp) return promoteAs(request.isForced);
  const state = await readLiveState(environment);
  const live = state?.live ?? null;
  const changes = compareCompositions(live, compose(environment.name, live, releases, removedApps));
  const change = { kind: 'promote' as const, releases, removedApps, removedPaths, canary };
  return requestApproval(
    { session, userEnvironment, state, protectedApp, approvals },
    { reason, change, apps, changes },
    () => promoteAs(false),
  );
}
