import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { isOverride } from '@shop/releases/change-model/changes';
import { markPlannedReleases } from '@shop/releases/history/referenced-releases';
import {
  type Actor,
  findMissingApprovals,
  formatMember,
  getPolicyApproval,
  hasPermission,
  listNeededApprovals,
  type MissingApproval,
  type Policy,
} from '@shop/releases/policy/policy';
import { isSamePerson } from '@shop/releases/policy/text-sanitization';
import { HttpError } from '@shop/releases/service-api/requests';
import type { ApprovalView } from '@shop/releases/service-api/responses';
import { isSameFinding } from '@shop/releases/state/audit-log';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { sql } from 'kysely';
import { type Caller, type CallerSource, findCaller } from '../auth/principals';
import { inTransaction, type RequestEnd, type ServiceDatabase } from '../database/database';
import type { ApprovableChange, Principal, RequestComment, RequestedChange } from '../database/documents';
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
  updateDiscussion,
} from './approval-rows';
import { type ClaimedJob, createClaims } from './leases';
import { createRequestEvent, type RequestAction } from './request-event';

/** Milliseconds until a request expires. */
const requestLifetime = 24 * 60 * 60 * 1000;
/** Milliseconds in which the same request is the one that is open. A later one waits for a day of its own. */
const repeatMs = requestLifetime / 2;
/** Open requests of one author. */
const maxOwnRequests = 50;
/** Open requests of all authors. */
const maxRequests = 500;

const maxComments = 100;

/** A request that one instance decides on. */
export type ClaimedRequest = ApprovalRequest & ClaimedJob;

export type ApprovalRequests = ReturnType<typeof createApprovalRequests>;

/**
 * Creates the store of approval requests.
 *
 * @param store  The release store, where the releases of a request are marked for gc.
 * @param outbox  Receives an event with each change of a request.
 */
export function createApprovalRequests(
  db: ServiceDatabase,
  store: ReleaseStore,
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
      await updateDiscussion(own, next);
      await outbox.add(own, createRequestEvent(next, event, by));
      return next;
    });

  return {
    /** Lists the open requests, oldest first. */
    list: (): Promise<ApprovalRequest[]> => listOpen(db, now()),

    /** @throws {HttpError} 404 when it is not open. */
    find: (id: string): Promise<ApprovalRequest> => findOpen(db, id, now()),

    /** Finds the request that a schedule asked for, open or ended. @returns Its id, or null. */
    findOfSchedule: (schedule: string): Promise<string | null> => findRequestOfSchedule(db, schedule),

    /**
     * Adds a request.
     *
     * @returns The open request when the same one is open: a workflow that runs again requests the same change.
     * @throws {HttpError} 409 when too many requests are open.
     * @throws {ConflictError} While gc removes one of its releases, or when it has just done so.
     */
    add: async (request: RequestedChange): Promise<ApprovalRequest> => {
      const [id, requestedAt, dueAt] = [randomUUID(), new Date(now()), new Date(now() + requestLifetime)];
      if (request.kind === 'release') await markPlannedReleases(store, request.change, dueAt);
      const approval = { id, requestedAt, request, approvers: [], comments: [], reviewers: [] };
      return db.transaction().execute((own) => insertOnce(own, approval, dueAt, outbox));
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
     * Claims a request for a decision, so that two decisions cannot be made at a time.
     *
     * @throws {HttpError} 404 when it is not open, 409 while another decision on it is being made.
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

    /**
     * Adds a person to those who have approved a request, and opens it for the next one.
     *
     * @returns False when another instance has taken the request over.
     */
    addApprover: (approval: ClaimedRequest, by: Principal): Promise<boolean> =>
      db.transaction().execute(async (own) => {
        const approvers = JSON.stringify([...approval.approvers, by]);
        const opened = { status: 'waiting', leaseEndsAt: null, approvers } as const;
        const isOwn = await claims.update(approval.id, approval.claimId, opened, own);
        if (isOwn) await outbox.add(own, createRequestEvent(approval, { event: 'approved' }, by));
        return isOwn;
      }),

    /**
     * Stores the decision.
     *
     * @param caller  The transaction of the caller. Default: a new one.
     * @returns False when another instance has taken the request over.
     */
    end: (approval: ClaimedRequest, status: RequestEnd, by: Principal, caller = db): Promise<boolean> =>
      inTransaction(caller, async (own) => {
        const ended = { status, endedAt: new Date(now()), claim: null, leaseEndsAt: null };
        const isOwn = await claims.update(approval.id, approval.claimId, ended, own);
        if (isOwn) await outbox.add(own, createRequestEvent(approval, { event: status }, by));
        return isOwn;
      }),

    /** Opens a request again after a failure. Its claim still says where an instance began that may have made the change. */
    reopen: async (id: string, claimId: string): Promise<void> => {
      await claims.update(id, claimId, { status: 'waiting', leaseEndsAt: null });
    },
  };
}

/**
 * Returns an author without the token of a workflow, which differs in each run. A personal token stays: it can be narrow, or
 * revoked.
 */
const getStableAuthor = ({ tokenId, ...author }: Principal) => (author.machine ? author : { ...author, tokenId });

/** Whether an open request covers a new one: the same author requests the same change, and the gates find nothing more. */
function isSameRequest(request: RequestedChange, open: RequestedChange): boolean {
  if (request.kind !== 'release' || open.kind !== 'release') return false;
  const [wanted, known] = [request, open].map(({ author, change, changes, schedule }) => ({
    author: getStableAuthor(author),
    change,
    changes,
    schedule,
  }));
  if (!isDeepStrictEqual(wanted, known)) return false;
  return request.findings.every((finding) => open.findings.some((approved) => isSameFinding(finding, approved)));
}

/**
 * Stores a request with its event, unless an open request covers it. Equal requests at the same time wait for each other.
 *
 * @returns The request that is open then.
 * @throws {HttpError} 409 when too many requests are open.
 */
async function insertOnce(
  own: ServiceDatabase,
  approval: ApprovalRequest,
  dueAt: Date,
  outbox: Pick<RequestOutbox, 'add'>,
): Promise<ApprovalRequest> {
  const { request, requestedAt } = approval;
  const now = requestedAt.getTime();
  await sql`select pg_advisory_xact_lock(hashtext('release.approval-requests'))`.execute(own);
  const open = await listOpen(own, now);
  const same = open.find(
    (known) => known.requestedAt.getTime() > now - repeatMs && isSameRequest(request, known.request),
  );
  if (same) return same;
  assertRoom(open, request.author);
  await insertRequest(own, approval, dueAt);
  await outbox.add(own, createRequestEvent(approval, { event: 'requested' }, request.author), requestedAt);
  return approval;
}

/** @throws {HttpError} 409 when too many requests are open, of the author or of all. */
function assertRoom(open: readonly ApprovalRequest[], { name }: Principal): void {
  const isFullOfOwn = open.filter(({ request }) => request.author.name === name).length >= maxOwnRequests;
  if (!isFullOfOwn && open.length < maxRequests) return;
  const whose = isFullOfOwn ? ` of ${name}` : '';
  throw new HttpError(409, `Too many approval requests${whose} are open: decide on some of them first.`);
}

/** Whether a caller may approve a request. A machine, its author and a person who has approved it may not. */
export function mayApprove(
  { request: { author, ...request }, approvers }: ApprovalRequest,
  { principal, actor, policy }: Caller,
): boolean {
  if (principal.machine || [author, ...approvers].some(({ name }) => isSamePerson(name, principal.name))) return false;
  if (request.kind === 'policy') return hasPermission(policy, actor, 'policy', '*', '*');
  return listApprovalNeeds(policy, request).some(({ app, permission }) =>
    hasPermission(policy, actor, permission, app, request.change.env),
  );
}

/**
 * Lists the permissions of which an approver of a change needs one: those for the apps that need approvals. A person may also
 * approve a change that needs no approval any more, with the permission for one of its apps.
 */
export function listApprovalNeeds(
  policy: Policy,
  { apps, change }: Pick<ApprovableChange, 'apps' | 'change'>,
): Pick<MissingApproval, 'app' | 'permission'>[] {
  const isForced = isOverride(change);
  const needed = findMissingApprovals(policy, change.env, apps, [], isForced);
  return needed.length > 0 ? needed : apps.map((app) => ({ app, permission: isForced ? 'force' : 'promote' }));
}

/** Leaves out the approvers whose approval has ended: their token was revoked, or the policy no longer lets them approve. */
export async function withCurrentApprovers<Request extends ApprovalRequest>(
  service: CallerSource,
  approval: Request,
): Promise<Request & { actors: readonly Actor[] }> {
  const found = await Promise.all(approval.approvers.map((principal) => findCaller(service, principal)));
  const current = found.filter((approver) => mayApprove({ ...approval, approvers: [] }, approver));
  return {
    ...approval,
    approvers: current.map(({ principal }) => principal),
    actors: current.map(({ actor }) => actor),
  };
}

/** Lists the approvals that a request needs in all, and those that are missing when `actors` have approved it. */
function listApprovals({ author, ...request }: RequestedChange, policy: Policy, actors: readonly Actor[]) {
  if (request.kind === 'policy') {
    const need = getPolicyApproval(policy, author.name);
    const missing = need.people - actors.length;
    return { needs: [need], missing: missing > 0 ? [{ app: need.app, missing }] : [] };
  }
  const { apps, change } = request;
  const isForced = isOverride(change);
  return {
    needs: listNeededApprovals(policy, change.env, apps, isForced, author.name),
    missing: findMissingApprovals(policy, change.env, apps, actors, isForced),
  };
}

/** Converts a stored request for a caller. */
export async function loadApprovalView(
  service: CallerSource,
  stored: ApprovalRequest,
  caller: Caller,
): Promise<ApprovalView> {
  const approval = await withCurrentApprovers(service, stored);
  const { id, requestedAt, request, approvers, actors, comments, reviewers } = approval;
  const { actor, groups, policy: current } = caller;
  const { reason } = request.kind === 'policy' ? request : request.change;
  const canApprove = mayApprove(approval, caller);
  const { needs, missing } = listApprovals(request, current, actors);
  const hasApproved = (name: string) => approvers.some((approver) => isSamePerson(approver.name, name));
  const view = {
    id,
    by: request.author.name,
    reason,
    requestedAt: requestedAt.toISOString(),
    comments,
    reviewers,
    approvedBy: approvers.map(({ name }) => name),
    needs,
    missing: needs.flatMap((need) => {
      const people = missing.find(({ app }) => app === need.app)?.missing ?? 0;
      return people > 0 ? [{ ...need, people, by: need.by.filter((name) => !hasApproved(name)) }] : [];
    }),
    mayApprove: canApprove,
    isLast: canApprove && listApprovals(request, current, [...actors, actor]).missing.length === 0,
    isAsked: canApprove && [actor.name, ...groups.map(formatMember)].some((name) => reviewers.includes(name)),
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
      change: { kind, replaces, policy },
    };
  }
  const { changes, sources, findings, apps, change } = request;
  return { ...view, env: change.env, apps, changes, sources, findings, isForced: isOverride(change), change };
}
