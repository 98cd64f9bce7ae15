import { isOverride, listNeeds } from '@shop/releases/change-model/changes';
import { assertAllowed, findMissingApprovals, formatApprovedAuthor } from '@shop/releases/policy/policy';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import { HttpError, type ParsedBody } from '@shop/releases/service-api/requests';
import type { CallResponses } from '@shop/releases/service-api/responses';
import { type Caller, findCaller, isAuthor } from '../auth/principals';
import type { Service } from '../service';
import { type ClaimedRequest, mayApprove, toApprovalView, withCurrentApprovers } from './approval-requests';
import { makeApprovedChange } from './gated-changes';
import { findMadeChange, readSeq } from './leases';

/** Throws when the caller may not approve a request. */
function assertMayApprove(approval: ClaimedRequest, caller: Caller): void {
  const { request, approvers } = approval;
  const { principal, actor, policy } = caller;
  if (principal.machine) throw new HttpError(403, 'A machine cannot approve a request: a person does.');
  if (isSamePerson(request.author.name, principal.name)) {
    throw new HttpError(403, 'You cannot approve your own request: another person approves it.');
  }
  if (approvers.some(({ name }) => isSamePerson(name, principal.name))) {
    throw new HttpError(409, 'You have approved this request: a further person has to approve it.');
  }
  if (mayApprove(approval, caller)) return;
  if (request.kind === 'policy') {
    assertAllowed(policy, actor, 'policy', '*', '*');
    return;
  }
  const { change, apps } = request;
  // The author of a forced change needs both permissions. An approver needs the one to force it.
  const [permission] = listNeeds(change, null).permissions.slice(-1);
  for (const app of apps) if (permission) assertAllowed(policy, actor, permission, app, change.env);
}

/** Finds the change that an instance made before it was killed. @returns Its number. Null: it made none. */
const findMade = async ({ openEnvironment }: Service, { id, request, previous }: ClaimedRequest) =>
  request.kind === 'release' && previous
    ? findMadeChange(await openEnvironment(request.change.env), previous, id)
    : null;

/** Who approved a request whose change was made. */
const getApprover = ({ previous, request }: ClaimedRequest) => previous?.by ?? request.author;

/** Approves a request. With enough approvals it makes the change, or finds that an instance made it before it was killed. */
async function approve(service: Service, claimed: ClaimedRequest, caller: Caller): Promise<CallResponses['approvals']> {
  const { approvals, policies, openEnvironment, createGates } = service;
  const approval = await withCurrentApprovers(service, claimed);
  const { id, claimId, request } = approval;
  const { author } = request;
  const { policy } = caller;
  assertMayApprove(approval, caller);
  const approvers = [...approval.approvers, caller.principal];
  const load = async () => {
    const found = await Promise.all([author, ...approvers].map((principal) => findCaller(service, principal)));
    const [first = caller, ...others] = found;
    return { author: first, approvers: others.map(({ actor }) => actor) };
  };
  const people = await load();
  if (request.kind === 'policy') {
    const { replaces, reason } = request;
    assertAllowed(policy, people.author.actor, 'policy', '*', '*');
    const change = { replaces, policy: request.policy, reason };
    const version = await policies.add({
      ...change,
      request: id,
      proposedBy: author.name,
      approvedBy: caller.actor.name,
    });
    await approvals.end(approval, 'approved', caller.principal);
    return { kind: 'policy', version };
  }
  const { apps, change } = request;
  const [{ env }, isForced] = [change, isOverride(change)];
  let live = await findMade(service, approval);
  if (live === null && findMissingApprovals(policy, env, apps, people.approvers, isForced).length > 0) {
    await approvals.addApprover(approval, caller.principal);
    return { kind: 'pending', approval: toApprovalView({ ...approval, approvers }, caller) };
  }
  if (live === null) {
    const environment = await openEnvironment(env);
    const seq = await readSeq(environment);
    const by = formatApprovedAuthor(
      author.name,
      approvers.map(({ name }) => name),
    );
    if (!(await approvals.begin(id, { id: claimId, seq, by: caller.principal }))) {
      throw new HttpError(409, 'Another instance of the service decides on this request.');
    }
    live = (await makeApprovedChange(environment, request, { load, by, seq, job: id }, createGates)).seq;
  }
  await approvals.end(approval, 'approved', caller.principal);
  return { kind: 'live', seq: live };
}

/**
 * Approves or rejects a request, or cancels an own one.
 *
 * @throws {HttpError} 404 when it is not open, 403 when the caller may not decide on it, 409 when the caller has approved it.
 */
export async function decideRequest(
  service: Service,
  { id, isApproved }: ParsedBody<'approvals'>,
  caller: Caller,
): Promise<CallResponses['approvals']> {
  const { approvals, leases } = service;
  const claimed = await approvals.claim(id);
  const { claimId, request } = claimed;
  try {
    if (isApproved) {
      return await leases.hold(
        (milliseconds) => approvals.extend(id, claimId, milliseconds),
        () => approve(service, claimed, caller),
      );
    }
    if (!isAuthor(caller.principal, request.author) && !mayApprove(claimed, caller)) {
      throw new HttpError(403, 'Only its author, or a person who may approve it, can reject a request.');
    }
    const made = await findMade(service, claimed);
    if (made !== null) {
      await approvals.end(claimed, 'approved', getApprover(claimed));
      return { kind: 'live', seq: made };
    }
    await approvals.end(claimed, 'rejected', caller.principal);
    return { kind: 'rejected' };
  } catch (error) {
    await approvals.reopen(id, claimId);
    throw error;
  }
}

/** Ends the requests whose time is over. One whose change was made before its instance was killed counts as approved. */
export async function endExpiredRequests(service: Service): Promise<void> {
  const { approvals } = service;
  for (let claimed = await approvals.claimExpired(); claimed; claimed = await approvals.claimExpired()) {
    const made = await findMade(service, claimed);
    if (made === null) await approvals.end(claimed, 'expired', claimed.request.author);
    else await approvals.end(claimed, 'approved', getApprover(claimed));
  }
}
