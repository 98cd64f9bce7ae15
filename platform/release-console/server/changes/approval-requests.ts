import { randomUUID } from 'node:crypto';
import { type Change, isOverride } from '@shop/releases/change-model/changes';
import {
  findMissingApprovals,
  formatMember,
  getPolicyApproval,
  hasPermission,
  listNeededApprovals,
} from '@shop/releases/policy/policy';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import { HttpError } from '@shop/releases/service-api/requests';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { type Caller, type CallerSource, findCaller } from '../auth/principals';
import type { RequestEnd, ServiceDatabase } from '../database/database';
import type { Claim, Principal, RequestComment, RequestedChange } from '../database/documents';
import type { RequestOutbox } from '../webhooks/request-outbox';
import {
  type ApprovalRequest,
  findOpen,
  findRequestOfSchedule,
  insertRequest,
  listOpen,
  lockClaimable,
  lockExpired,
  lockOpen,
} from './approval-rows';
import { createClaims } from './leases';
import { createRequestEvent, type RequestAction } from './request-event';

/** Milliseconds until a request expires. */
const requestLifetime = 24 * 60 * 60 * 1000;
const maxRequests = 50;

const maxComments = 100;

/** A request that one instance decides on. */
export interface ClaimedRequest extends ApprovalRequest {
  claimId: string;
  /** The claim of an instance that was killed while it made the change. */
  previous: Claim | null;
}

export type ApprovalRequests = ReturnType<typeof createApprovalRequests>;

/**
 * Creates the store of approval requests.
 *
 * @param outbox  Receives an event with each change of a request.
 */
export function createApprovalRequests(
  db: ServiceDatabase,
  outbox: Pick<RequestOutbox, 'add'>,
  now: () => number = Date.now,
) {
  const claims = createClaims(db, now);

  /** Changes an open request together with its event. */
  const discuss = (
    id: string,
    by: Principal,
    change: (approval: ApprovalRequest) => { comments?: RequestComment[]; reviewers?: string[]; event: RequestAction },
  ): Promise<ApprovalRequest> =>
    db.transaction().execute(async (own) => {
      const approval = await lockOpen(own, id, now());
      const { event, ...changed } = change(approval);
      const next = { ...approval, ...changed };
      await own
        .updateTable('job')
        .set({ comments: JSON.stringify(next.comments), reviewers: JSON.stringify(next.reviewers) })
        .where('id', '=', id)
        .execute();
      await outbox.add(own, createRequestEvent(next, event, by, now()));
      return next;
    });

  return {
    /** Lists the open requests, oldest first. */
    list: (): Promise<ApprovalRequest[]> => listOpen(db, now()),

    /** @throws {HttpError} 404 when it is not open. */
    find: (id: string): Promise<ApprovalRequest> => findOpen(db, id, now()),

    /** Finds the request that a schedule asked for, open or ended. @returns Its id, or null. */
    findOfSchedule: (schedule: string): Promise<string | null> => findRequestOfSchedule(db, schedule),

    /** @throws {HttpError} 409 when too many requests are open. */
    add: async (request: RequestedChange): Promise<ApprovalRequest> => {
      if ((await listOpen(db, now())).length >= maxRequests) {
        throw new HttpError(409, 'Too many approval requests are open: decide on some of them first.');
      }
      const [id, requestedAt] = [randomUUID(), new Date(now())];
      const approval = { id, requestedAt, request, approvers: [], comments: [], reviewers: [] };
      await db.transaction().execute(async (own) => {
        await insertRequest(own, approval, new Date(now() + requestLifetime));
        await outbox.add(own, createRequestEvent(approval, { event: 'requested' }, request.author, now()));
      });
      return approval;
    },

    /** @throws {HttpError} 404 when it is not open, 409 when it has too many comments. */
    comment: (id: string, by: Principal, text: string): Promise<ApprovalRequest> =>
      discuss(id, by, ({ comments }) => {
        if (comments.length >= maxComments)
          throw new HttpError(409, 'This request has too many comments: decide on it.');
        const comment = { by: by.name, at: new Date(now()).toISOString(), text };
        return { comments: [...comments, comment], event: { event: 'commented', text } };
      }),

    /** @throws {HttpError} 404 when it is not open. */
    setReviewers: (id: string, by: Principal, reviewers: string[]): Promise<ApprovalRequest> =>
      discuss(id, by, () => ({ reviewers, event: { event: 'asked', reviewers } })),

    /**
     * Claims a request for a decision, so that two people cannot decide on it.
     *
     * @throws {HttpError} 404 when it is not open.
     */
    claim: (id: string): Promise<ClaimedRequest> =>
      db.transaction().execute(async (own) => {
        const { request, claim } = await lockClaimable(own, id, now());
        return { ...request, ...(await claims.take(own, id, claim)) };
      }),

    begin: claims.begin,
    extend: claims.extend,

    /**
     * Claims a request whose time is over. The instance that decided on it may have been killed.
     *
     * @returns Null: there is none.
     */
    claimExpired: (): Promise<ClaimedRequest | null> =>
      db.transaction().execute(async (own) => {
        const found = await lockExpired(own, now());
        return found && { ...found.request, ...(await claims.take(own, found.request.id, found.claim)) };
      }),

    /** Adds a person to those who have approved a request, and opens it for the next one. */
    addApprover: (approval: ClaimedRequest, by: Principal): Promise<void> =>
      db.transaction().execute(async (own) => {
        const approvers = JSON.stringify([...approval.approvers, by]);
        const { numUpdatedRows } = await claims
          .update(approval.id, approval.claimId, own)
          .set({ status: 'waiting', leaseEndsAt: null, approvers })
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await outbox.add(own, createRequestEvent(approval, { event: 'approved' }, by, now()));
      }),

    /** Stores the decision, unless another instance has taken the request over. */
    end: (approval: ClaimedRequest, status: RequestEnd, by: Principal): Promise<void> =>
      db.transaction().execute(async (own) => {
        const { numUpdatedRows } = await claims
          .update(approval.id, approval.claimId, own)
          .set({ status, endedAt: new Date(now()), claim: null, leaseEndsAt: null })
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await outbox.add(own, createRequestEvent(approval, { event: status }, by, now()));
      }),

    /** Opens a request again after a failure. Its claim still says where an instance began that may have made the change. */
    reopen: async (id: string, claimId: string): Promise<void> => {
      await claims.update(id, claimId).set({ status: 'waiting', leaseEndsAt: null }).execute();
    },
  };
}

/** Whether a caller may approve a request. A machine, its author and a person who has approved it may not. */
export function mayApprove(
  { request: { author, ...request }, approvers }: ApprovalRequest,
  { principal, actor, policy }: Caller,
): boolean {
  if (principal.machine || [author, ...approvers].some(({ name }) => isSamePerson(name, principal.name))) return false;
  if (request.kind === 'policy') return hasPermission(policy, actor, 'policy', '*', '*');
  const { apps, change } = request;
  const { env } = change;
  if (isOverride(change)) return apps.every((app) => hasPermission(policy, actor, 'force', app, env));
  return findMissingApprovals(policy, env, apps, []).some(({ app }) =>
    hasPermission(policy, actor, 'promote', app, env),
  );
}

/** Leaves out the approvers whose approval has ended: their token was revoked, or the policy no longer lets them approve. */
export async function withCurrentApprovers<Request extends ApprovalRequest>(
  service: CallerSource,
  approval: Request,
): Promise<Request> {
  const found = await Promise.all(approval.approvers.map((principal) => findCaller(service, principal)));
  const current = found.filter((approver) => mayApprove({ ...approval, approvers: [] }, approver));
  return { ...approval, approvers: current.map(({ principal }) => principal) };
}

/** Adds the stages where earlier versions had them. */
const toShownChange = (change: Change) =>
  change.kind === 'promote' ? { ...change, stages: change.canary?.stages } : change;

/** Converts an approval request for a caller. */
export function toApprovalView(approval: ApprovalRequest, caller: Caller): ApprovalView {
  const { id, requestedAt, request, approvers, comments, reviewers } = approval;
  const { reason } = request.kind === 'policy' ? request : request.change;
  const canApprove = mayApprove(approval, caller);
  const view = {
    id,
    by: request.author.name,
    reason,
    requestedAt: requestedAt.toISOString(),
    comments,
    reviewers,
    approvedBy: approvers.map(({ name }) => name),
    mayApprove: canApprove,
    isAsked:
      canApprove && [caller.actor.name, ...caller.groups.map(formatMember)].some((name) => reviewers.includes(name)),
  };
  if (request.kind === 'policy') {
    const { kind, replaces, policy } = request;
    return {
      ...view,
      env: '*',
      apps: [],
      changes: [],
      findings: [],
      isForced: false,
      needs: [getPolicyApproval(caller.policy, view.by)],
      change: { kind, replaces, policy },
    };
  }
  const { changes, sources = [], findings, apps, change } = request;
  const [{ env }, isForced] = [change, isOverride(change)];
  const needs = listNeededApprovals(caller.policy, env, apps, isForced, view.by);
  return { ...view, env, apps, changes, sources, findings, isForced, needs, change: toShownChange(change) };
}
