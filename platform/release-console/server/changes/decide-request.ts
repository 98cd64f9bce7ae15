import { isOverride } from '@shop/releases/change-model/changes';
import {
  assertAllowed,
  findLastApprover,
  findMissingApprovals,
  formatApprovedAuthor,
} from '@shop/releases/policy/policy';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import { HttpError, type ParsedBody } from '@shop/releases/service-api/requests';
import type { CallResponses } from '@shop/releases/service-api/responses';
import type { AuditLogEntry } from '@shop/releases/state/audit-log';
import { type Caller, findCaller, isAuthor } from '../auth/principals';
import type { Principal } from '../database/documents';
import type { Service } from '../service';
import {
  type ClaimedRequest,
  listApprovalNeeds,
  loadApprovalView,
  mayApprove,
  withCurrentApprovers,
} from './approval-requests';
import { makeApprovedChange, StateChangedError } from './gated-changes';
import { findMadeChange, makeOrFind, readSeq } from './leases';

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
  for (const { app, permission } of listApprovalNeeds(policy, request)) {
    assertAllowed(policy, actor, permission, app, request.change.env);
  }
}

/** Finds the change that an earlier attempt made. @returns Its entry in the audit log. Null: it made none. */
const findMade = async ({ openEnvironment }: Service, { id, request, previous }: ClaimedRequest) =>
  request.kind === 'release' && previous
    ? findMadeChange(await openEnvironment(request.change.env), previous, id)
    : null;

/** Who approved a change last, by its entry: of several attempts, any one may have made it. */
const getApprover = ({ by }: AuditLogEntry, { request, approvers }: ClaimedRequest): Principal => {
  const earlier = approvers.map(({ name }) => name);
  return { name: findLastApprover(by, request.author.name, earlier) ?? by };
};

const createTakenOverError = () => new HttpError(409, 'Another instance of the service decides on this request.');

/** Approves a request. With enough approvals it makes the change, or finds that an earlier attempt made it. */
async function approve(service: Service, claimed: ClaimedRequest, caller: Caller): Promise<CallResponses['approvals']> {
  const { db, approvals, policies, openEnvironment } = service;
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
    const decided = { request: id, proposedBy: author.name, approvedBy: caller.actor.name };
    // A version whose request stays open would refuse each further decision.
    const version = await db.transaction().execute(async (own) => {
      const added = await policies.add({ replaces, policy: request.policy, reason, ...decided }, own);
      if (await approvals.end(approval, 'approved', caller.principal, own)) return added;
      throw createTakenOverError();
    });
    return { kind: 'policy', version };
  }
  const { apps, change } = request;
  const [{ env }, isForced] = [change, isOverride(change)];
  const isLast = findMissingApprovals(policy, env, apps, people.approvers, isForced).length === 0;
  const addApprover = async (): Promise<CallResponses['approvals']> => {
    if (!(await approvals.addApprover(approval, caller.principal))) throw createTakenOverError();
    return { kind: 'pending', approval: await loadApprovalView(service, { ...approval, approvers }, caller) };
  };
  // An approval that is not the last one does not need the release store.
  if (!isLast && !approval.previous) return addApprover();
  const environment = await openEnvironment(env);
  const by = formatApprovedAuthor(
    author.name,
    approvers.map(({ name }) => name),
  );
  let since = approval.previous;
  let made: AuditLogEntry | null = null;
  while (!made) {
    const seq = await readSeq(environment);
    // Again after each attempt: an instance that only seemed to be killed may make the change now.
    made = await findMadeChange(environment, since, id);
    if (made) break;
    if (!isLast) return addApprover();
    const claim = { id: claimId, seq };
    if (!(await approvals.begin(id, claim))) throw createTakenOverError();
    since ??= claim;
    const make = () => makeApprovedChange(environment, request, { load, by, seq, job: id }, service);
    try {
      made = (await makeOrFind(environment, since, id, make, 'reject this request')).entry;
    } catch (error) {
      // Another change came first. The next attempt checks again that the request replaces the versions that were approved.
      if (!(error instanceof StateChangedError)) throw error;
    }
  }
  await approvals.end(approval, 'approved', getApprover(made, claimed));
  return { kind: 'live', seq: made.seq };
}

/**
 * Approves or rejects a request, or cancels an own one.
 *
 * @throws {HttpError} 404 when it is not open, 403 when the caller may not decide on it, 409 when the caller has
 *   approved it, or while another decision on it is being made.
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
    if (made) {
      await approvals.end(claimed, 'approved', getApprover(made, claimed));
      return { kind: 'live', seq: made.seq };
    }
    if (!(await approvals.end(claimed, 'rejected', caller.principal))) throw createTakenOverError();
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
    if (made) await approvals.end(claimed, 'approved', getApprover(made, claimed));
    else await approvals.end(claimed, 'expired', claimed.request.author);
  }
}
