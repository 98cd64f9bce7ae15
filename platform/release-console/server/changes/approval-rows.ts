import { HttpError } from '@shop/releases/service-api/requests';
import { type NotNull, sql } from 'kysely';
import type { JobTable, ServiceDatabase } from '../database/database';
import type { Claim, Principal, RequestComment, RequestedChange } from '../database/documents';

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

const columns = ['id', 'createdAt', 'request', 'approvers', 'comments', 'reviewers'] as const;
type Row = Omit<ApprovalRequest, 'requestedAt'> & Pick<JobTable, 'createdAt'>;

const toRequest = ({ createdAt, ...row }: Row): ApprovalRequest => ({ ...row, requestedAt: createdAt });

/** Selects the requests. Those of earlier versions have their environment next to the change, and are not read. */
const selectRequests = (db: ServiceDatabase) =>
  db
    .selectFrom('job')
    .select(columns)
    .where('request', 'is not', null)
    .where(sql`request -> 'env'`, 'is', null)
    .$narrowType<{ request: NotNull }>();

const selectOpen = (db: ServiceDatabase, now: number) =>
  selectRequests(db).where('status', 'in', ['waiting', 'running']).where('dueAt', '>', new Date(now));

const createClosedError = () =>
  new HttpError(404, 'This request is closed: a person decided on it, or it has expired.');

/** Lists the open requests, oldest first. @param now  Unix milliseconds. */
export const listOpen = async (db: ServiceDatabase, now: number): Promise<ApprovalRequest[]> =>
  (await selectOpen(db, now).orderBy('createdAt').execute()).map(toRequest);

/** @throws {HttpError} 404 when the request is not open. */
export async function findOpen(db: ServiceDatabase, id: string, now: number): Promise<ApprovalRequest> {
  return toRequest(await selectOpen(db, now).where('id', '=', id).executeTakeFirstOrThrow(createClosedError));
}

/** Locks an open request for a change in the transaction. @throws {HttpError} 404 when it is not open. */
export async function lockOpen(own: ServiceDatabase, id: string, now: number): Promise<ApprovalRequest> {
  const open = selectOpen(own, now).where('id', '=', id).forUpdate();
  return toRequest(await open.executeTakeFirstOrThrow(createClosedError));
}

/** A request that no instance decides on. The claim is that of the last one. */
interface ClaimableRequest {
  request: ApprovalRequest;
  claim: Claim | null;
}

/** Selects the requests that are open, or that an instance no longer decides on. */
const selectClaimable = (own: ServiceDatabase, now: number) =>
  selectRequests(own)
    .select('claim')
    .where((where) =>
      where.or([
        where('status', '=', 'waiting'),
        where.and([where('status', '=', 'running'), where('leaseEndsAt', '<', new Date(now))]),
      ]),
    );

/**
 * Locks a request for a decision in the transaction.
 *
 * @throws {HttpError} 404 when it is closed, 409 while another decision on it is being made.
 */
export async function lockClaimable(own: ServiceDatabase, id: string, now: number): Promise<ClaimableRequest> {
  const row = await selectClaimable(own, now)
    .where('id', '=', id)
    .where('dueAt', '>', new Date(now))
    .forUpdate()
    .executeTakeFirst();
  if (!row) {
    await findOpen(own, id, now);
    throw new HttpError(409, 'A decision on this request is being made: try again in a minute.');
  }
  const { claim, ...request } = row;
  return { request: toRequest(request), claim };
}

/** Locks the request in the transaction whose time has been over for the longest. Null: there is none. */
export async function lockExpired(own: ServiceDatabase, now: number): Promise<ClaimableRequest | null> {
  const row = await selectClaimable(own, now)
    .where('dueAt', '<=', new Date(now))
    .orderBy('dueAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return null;
  const { claim, ...request } = row;
  return { request: toRequest(request), claim };
}

/** Finds the request that a schedule asked for, open or ended. @returns Its id, or null. */
export async function findRequestOfSchedule(db: ServiceDatabase, schedule: string): Promise<string | null> {
  const row = await db
    .selectFrom('job')
    .select('id')
    .where(sql`request ->> 'schedule'`, '=', schedule)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Stores a new request. @param dueAt  When it expires. */
export async function insertRequest(
  own: ServiceDatabase,
  { id, requestedAt, request }: ApprovalRequest,
  dueAt: Date,
): Promise<void> {
  await own
    .insertInto('job')
    .values({ id, createdAt: requestedAt, dueAt, status: 'waiting', request: JSON.stringify(request) })
    .execute();
}

/** Stores the comments and the reviewers of a request. */
export async function updateDiscussion(
  own: ServiceDatabase,
  { id, comments, reviewers }: ApprovalRequest,
): Promise<void> {
  await own
    .updateTable('job')
    .set({ comments: JSON.stringify(comments), reviewers: JSON.stringify(reviewers) })
    .where('id', '=', id)
    .execute();
}
