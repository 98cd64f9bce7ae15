import { HttpError } from '@shop/releases/service-api/requests';
import { type Selectable, sql } from 'kysely';
import type { ApprovalTable, ServiceDatabase } from '../database/database';
import {
  type Claim,
  type Principal,
  type RequestComment,
  type RequestedChange,
  readRequest,
} from '../database/documents';

/** A change that waits for the approval of a second person. */
export interface ApprovalRequest {
  id: string;
  requestedAt: Date;
  request: RequestedChange;
  /** People who have approved it. */
  approvers: Principal[];
  comments: RequestComment[];
  /** Whom the author asks to approve it. */
  reviewers: string[];
}

const columns = ['id', 'requestedAt', 'request', 'approvers', 'comments', 'reviewers'] as const;
type Row = Pick<Selectable<ApprovalTable>, (typeof columns)[number]>;

const toRequest = (row: Row): ApprovalRequest => ({ ...row, request: readRequest(row.request) });

const selectOpen = (db: ServiceDatabase, now: number) =>
  db
    .selectFrom('approval')
    .select(columns)
    .where('status', 'in', ['open', 'running'])
    .where('endsAt', '>', new Date(now));

const createClosedError = () =>
  new HttpError(404, 'This request is closed: a person decided on it, or it has expired.');

/** Lists the open requests, oldest first. @param now  Unix milliseconds. */
export const listOpen = async (db: ServiceDatabase, now: number): Promise<ApprovalRequest[]> =>
  (await selectOpen(db, now).orderBy('requestedAt').execute()).map(toRequest);

export const countOpen = async (db: ServiceDatabase, now: number): Promise<number> =>
  (await selectOpen(db, now).execute()).length;

/** @throws {HttpError} 404 when the request is not open. */
export async function findOpen(db: ServiceDatabase, id: string, now: number): Promise<ApprovalRequest> {
  const row = await selectOpen(db, now).where('id', '=', id).executeTakeFirst();
  if (!row) throw createClosedError();
  return toRequest(row);
}

/** Locks an open request for a change in the transaction. @throws {HttpError} 404 when it is not open. */
export async function lockOpen(own: ServiceDatabase, id: string, now: number): Promise<ApprovalRequest> {
  const row = await selectOpen(own, now).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw createClosedError();
  return toRequest(row);
}

/**
 * Locks a request for a decision in the transaction: one that is open, or that an instance no longer decides on.
 *
 * @returns The request, and the claim of that instance.
 * @throws {HttpError} 404 when there is none.
 */
export async function lockClaimable(
  own: ServiceDatabase,
  id: string,
  now: number,
): Promise<{ request: ApprovalRequest; claim: Claim | null }> {
  const row = await own
    .selectFrom('approval')
    .select([...columns, 'claim'])
    .where('id', '=', id)
    .where('endsAt', '>', new Date(now))
    .where((where) =>
      where.or([
        where('status', '=', 'open'),
        where.and([where('status', '=', 'running'), where('leaseEndsAt', '<', new Date(now))]),
      ]),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw createClosedError();
  const { claim, ...request } = row;
  return { request: toRequest(request), claim };
}

/** Stores a new request. @param endsAt  When it expires. */
export async function insertRequest(
  own: ServiceDatabase,
  { id, requestedAt, request }: ApprovalRequest,
  endsAt: Date,
): Promise<void> {
  await own
    .insertInto('approval')
    .values({
      id,
      requestedAt,
      status: 'open',
      requestedBy: request.author.name,
      decidedBy: null,
      claim: null,
      leaseEndsAt: null,
      endsAt,
      request: JSON.stringify(request),
      approvers: '[]',
    })
    .execute();
}

/** Updates a request that this instance decides on. It has no row when another instance has taken the request over. */
export const updateClaimed = (own: ServiceDatabase, id: string, claimId: string) =>
  own
    .updateTable('approval')
    .where('id', '=', id)
    .where((where) => where.eb(sql`claim ->> 'id'`, '=', claimId));

/** Ends the requests whose time is over. @returns These requests. */
export async function expireRequests(own: ServiceDatabase, now: number): Promise<ApprovalRequest[]> {
  const rows = await own
    .updateTable('approval')
    .set({ status: 'expired' })
    .where('status', '=', 'open')
    .where('endsAt', '<=', new Date(now))
    .returning(columns)
    .execute();
  return rows.map(toRequest);
}
