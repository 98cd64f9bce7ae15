import { randomUUID } from 'node:crypto';
import {
  findMissingApprovals,
  getPolicyApproval,
  hasPermission,
  listNeededApprovals,
  type Policy,
} from '@shop/releases/policy/policy';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import { HttpError } from '@shop/releases/service-api/requests';
import type { AppChange, ApprovalView, CanaryAudience, Finding, ReleaseId } from '@shop/releases/service-api/responses';
import type { Stage } from '@shop/releases/state/canary';
import { sql } from 'kysely';
import type { Caller, Principal } from '../auth/principals';
import type { Claim, ServiceDatabase } from '../database/database';
import { leaseMs } from './leases';

/** Milliseconds until a request expires. */
const requestLifetime = 24 * 60 * 60 * 1000;
const maxRequests = 50;

/** A change that runs the gates. */
export type GatedChange =
  | {
      kind: 'promote';
      releases: ReleaseId[];
      removedApps: string[];
      /** Live paths that may lose their owner. */
      removedPaths: string[];
      /** Null for every visitor at once. */
      canary: CanaryAudience | null;
      stages?: Stage[] | undefined;
    }
  | {
      kind: 'rollout';
      /** Id of the canary. It may be absent while one canary is running. */
      canary?: string | undefined;
      share: number | 'complete';
    };

/** A change that needs approvals. It names the exact releases or the canary. */
export interface ChangeRequest {
  kind: 'change';
  /** The author, who cannot approve it. */
  author: Principal;
  /** Those who have approved it so far. */
  approvers: Principal[];
  isForced: boolean;
  env: string;
  reason: string;
  change: GatedChange;
  apps: string[];
  changes: AppChange[];
  /** Findings that the change overrides. Other findings are not approved. */
  findings: Finding[];
}

/** A new version of the policy. */
export interface ProposedPolicy {
  kind: 'policy';
  author: Principal;
  reason: string;
  /** Version that it replaces. */
  replaces: number;
  policy: Policy;
}

export type RequestedChange = ChangeRequest | ProposedPolicy;

/** A change that waits for approvals. */
export interface ApprovalRequest {
  id: string;
  requestedAt: Date;
  request: RequestedChange;
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
  const open = () =>
    db
      .selectFrom('approval')
      .select(['id', 'requestedAt', 'request'])
      .where('status', 'in', ['open', 'running'])
      .where('endsAt', '>', new Date(now()));

  const update = (id: string, claimId: string) =>
    db
      .updateTable('approval')
      .where('id', '=', id)
      .where((where) => where.eb(sql`claim ->> 'id'`, '=', claimId));

  return {
    /** Lists the open requests, oldest first. */
    list: (): Promise<ApprovalRequest[]> => open().orderBy('requestedAt').execute(),

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
        })
        .execute();
      return { id, requestedAt, request };
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
        const { claim: previous, request, requestedAt } = row;
        const claimId = randomUUID();
        await own
          .updateTable('approval')
          .set({
            status: 'running',
            decidedBy,
            // Until the work begins, the claim tells where that of a killed instance began.
            claim: JSON.stringify({ ...previous, id: claimId }),
            leaseEndsAt: new Date(now() + leaseMs),
          })
          .where('id', '=', id)
          .execute();
        return { id, requestedAt, request, claimId, previous: previous?.by === undefined ? null : previous };
      }),

    /** Stores the number of the newest change before the work begins. @throws When another instance has taken the request over. */
    begin: async (id: string, claim: Claim): Promise<void> => {
      const { numUpdatedRows } = await update(id, claim.id)
        .set({ claim: JSON.stringify(claim) })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new HttpError(409, 'Another instance of the service decides on this request.');
    },

    renew: async (id: string, claimId: string): Promise<void> => {
      await update(id, claimId)
        .set({ leaseEndsAt: new Date(now() + leaseMs) })
        .execute();
    },

    /**
     * Stores the decision, or opens the request again: after a failure, or because it needs further approvals.
     *
     * @param request  The request with another approver. Default: it stays as it is.
     */
    end: async (
      id: string,
      claimId: string,
      status: 'open' | 'approved' | 'rejected',
      request?: RequestedChange,
    ): Promise<void> => {
      await update(id, claimId)
        .set({
          ...{ status, claim: null, leaseEndsAt: null, ...(status === 'open' ? { decidedBy: null } : {}) },
          ...(request ? { request: JSON.stringify(request) } : {}),
        })
        .execute();
    },
  };
}

/** Whether the approval of a caller counts for a request. A machine is no person, and a person counts once. */
export function mayApprove({ author, ...request }: RequestedChange, { principal, actor, policy }: Caller): boolean {
  if (principal.machine || isSamePerson(principal.name, author.name)) return false;
  if (request.kind === 'policy') return hasPermission(policy, actor, 'policy', '*', '*');
  const { env, apps, isForced, approvers } = request;
  if (approvers.some(({ name }) => isSamePerson(name, principal.name))) return false;
  return findMissingApprovals(policy, env, apps, [], isForced).some(({ app, permission }) =>
    hasPermission(policy, actor, permission, app, env),
  );
}

/** Converts an approval request for a caller. */
export function toApprovalView({ id, requestedAt, request }: ApprovalRequest, caller: Caller): ApprovalView {
  const { author, reason } = request;
  const view = {
    ...{ id, by: author.name, reason, requestedAt: requestedAt.toISOString() },
    mayApprove: mayApprove(request, caller),
  };
  if (request.kind === 'policy') {
    const { kind, replaces, policy } = request;
    return {
      ...{ ...view, env: '*', changes: [], findings: [], isForced: false, approvedBy: [] },
      ...{ needs: [getPolicyApproval(caller.policy)], change: { kind, replaces, policy } },
    };
  }
  const { env, changes, findings, apps, change, isForced, approvers } = request;
  const shown: ApprovalView['change'] =
    change.kind === 'promote'
      ? { kind: change.kind, canary: change.canary }
      : { kind: change.kind, apps, share: change.share };
  const needs = listNeededApprovals(caller.policy, env, apps, isForced);
  const approvedBy = approvers.map(({ name }) => name);
  return { ...view, env, changes, findings, isForced, approvedBy, needs, change: shown };
}
