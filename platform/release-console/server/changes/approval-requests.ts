import { randomUUID } from 'node:crypto';
import { type Change, isOverride } from '@shop/releases/change-model/changes';
import {
  findMissingApprovals,
  getPolicyApproval,
  hasPermission,
  listNeededApprovals,
} from '@shop/releases/policy/policy';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import { HttpError } from '@shop/releases/service-api/requests';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { sql } from 'kysely';
import { type Caller, type CallerSource, findCaller } from '../auth/principals';
import type { ServiceDatabase } from '../database/database';
import { type Claim, type Principal, type RequestedChange, readRequest } from '../database/documents';
import { createClaims } from './leases';

/** Milliseconds until a request expires. */
const requestLifetime = 24 * 60 * 60 * 1000;
const maxRequests = 50;

/** A change that waits for the approval of a second person. */
export interface ApprovalRequest {
  id: string;
  requestedAt: Date;
  request: RequestedChange;
  /** People who have approved it. */
  approvers: Principal[];
}

/** A request that one instance decides on. */
export interface ClaimedRequest extends ApprovalRequest {
  claimId: string;
  /** The claim of an instance that was killed while it made the change. */
  previous: Claim | null;
}

export type ApprovalRequests = ReturnType<typeof createApprovalRequests>;

/** Creates the store of approval requests. */
export function createApprovalRequests(db: ServiceDatabase, now: () => number = Date.now) {
  const claims = createClaims(db, 'approval', now);

  const open = () =>
    db
      .selectFrom('approval')
      .select(['id', 'requestedAt', 'request', 'approvers'])
      .where('status', 'in', ['open', 'running'])
      .where('endsAt', '>', new Date(now()));

  const update = (id: string, claimId: string) =>
    db
      .updateTable('approval')
      .where('id', '=', id)
      .where((where) => where.eb(sql`claim ->> 'id'`, '=', claimId));

  return {
    /** Lists the open requests, oldest first. */
    list: async (): Promise<ApprovalRequest[]> => {
      const rows = await open().orderBy('requestedAt').execute();
      return rows.map((row) => ({ ...row, request: readRequest(row.request) }));
    },

    /** @throws {HttpError} 409 when too many requests are open. */
    add: async (request: RequestedChange): Promise<ApprovalRequest> => {
      if ((await open().execute()).length >= maxRequests) {
        throw new HttpError(409, 'Too many approval requests are open: decide on some of them first.');
      }
      const [id, requestedAt] = [randomUUID(), new Date(now())];
      await db
        .insertInto('approval')
        .values({
          ...{ id, requestedAt, status: 'open', requestedBy: request.author.name },
          ...{ decidedBy: null, claim: null, leaseEndsAt: null },
          endsAt: new Date(now() + requestLifetime),
          request: JSON.stringify(request),
          approvers: '[]',
        })
        .execute();
      return { id, requestedAt, request, approvers: [] };
    },

    /**
     * Claims a request for a decision, so that two people cannot decide on it.
     *
     * @throws {HttpError} 404 when it is not open.
     */
    claim: (id: string, decidedBy: string): Promise<ClaimedRequest> =>
      db.transaction().execute(async (own) => {
        const row = await own
          .selectFrom('approval')
          .selectAll()
          .where('id', '=', id)
          .where('endsAt', '>', new Date(now()))
          .where((where) =>
            where.or([
              where('status', '=', 'open'),
              where.and([where('status', '=', 'running'), where('leaseEndsAt', '<', new Date(now()))]),
            ]),
          )
          .forUpdate()
          .executeTakeFirst();
        if (!row) throw new HttpError(404, 'This request is closed: a person decided on it, or it has expired.');
        await own.updateTable('approval').set({ decidedBy }).where('id', '=', id).execute();
        const { claim, request, requestedAt, approvers } = row;
        return { id, requestedAt, request: readRequest(request), approvers, ...(await claims.take(own, id, claim)) };
      }),

    begin: claims.begin,
    extend: claims.extend,

    /** Adds a person to those who have approved a request, and opens it for the next one. */
    addApprover: async (id: string, claimId: string, approvers: readonly Principal[]): Promise<void> => {
      await update(id, claimId)
        .set({ ...{ status: 'open', claim: null, leaseEndsAt: null }, approvers: JSON.stringify(approvers) })
        .execute();
    },

    /** Stores the decision, or opens the request again after a failure. */
    end: async (id: string, claimId: string, status: 'open' | 'approved' | 'rejected'): Promise<void> => {
      await update(id, claimId)
        .set({ status, claim: null, leaseEndsAt: null, ...(status === 'open' ? { decidedBy: null } : {}) })
        .execute();
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
  const { id, requestedAt, request, approvers } = approval;
  const { reason } = request.kind === 'policy' ? request : request.change;
  const view = {
    ...{ id, by: request.author.name, reason, requestedAt: requestedAt.toISOString() },
    approvedBy: approvers.map(({ name }) => name),
    mayApprove: mayApprove(approval, caller),
  };
  if (request.kind === 'policy') {
    const { kind, replaces, policy } = request;
    return {
      ...{ ...view, env: '*', apps: [], changes: [], findings: [], isForced: false },
      ...{ needs: [getPolicyApproval(caller.policy)], change: { kind, replaces, policy } },
    };
  }
  const { changes, findings, apps, change } = request;
  const [{ env }, isForced] = [change, isOverride(change)];
  const needs = listNeededApprovals(caller.policy, env, apps, isForced);
  return { ...view, env, apps, changes, findings, isForced, needs, change: toShownChange(change) };
}
