import type { DatabaseDefinition } from '@shop/database/open-database';
import type { NoticeEntry } from '@shop/releases/history/halt-notices';
import type { Policy, TokenScope } from '@shop/releases/policy/policy';
import type { ReleaseId, ScheduleResult } from '@shop/releases/service-api/responses';
import type { DocumentRef } from '@shop/releases/store/document-ref';
import type { RequestEvent } from '@shop/releases/webhooks/request-event';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { Claim, MachineIdentity, Principal, RequestComment, RequestedChange, ScheduledChange } from './documents';
import * as serviceTables from './migrations/0001-service-tables';
import * as logIndex from './migrations/0002-log-index';
import * as newestRelease from './migrations/0003-newest-release';
import * as requestEvents from './migrations/0004-request-events';
import * as jobs from './migrations/0005-jobs';

/** A JSON column. It is written as text and read as a value. */
type Json<Value> = ColumnType<Value, string, string>;

/** A JSON column with a list, which is empty by default. */
type JsonList<Item> = ColumnType<Item[], string | undefined, string>;

/** A person who has signed in. The groups are those of the last sign-in. */
export interface PersonTable {
  name: string;
  issuer: string;
  subject: string;
  groups: Json<string[]>;
  signedInAt: Date;
}

/** A sign-in that waits for the return from the identity provider. The id is in a cookie. */
export interface SignInTable {
  idHash: string;
  state: string;
  nonce: string;
  codeVerifier: string;
  /** Fragment of the console's page, such as `#/production/live`. */
  returnTo: string;
  endsAt: Date;
}

interface SessionTable {
  /** SHA-256 of the id, so that the table reveals no usable session. */
  idHash: string;
  person: string;
  endsAt: Date;
}

export interface TokenTable {
  id: string;
  hash: string;
  /** Name of the person or of the machine. */
  owner: string;
  name: string;
  /** Null for the token of a machine, whose scope is in the policy. */
  scope: Json<TokenScope> | null;
  machine: Json<MachineIdentity> | null;
  createdAt: Date;
  endsAt: Date;
  usedAt: Date | null;
  revokedAt: Date | null;
}

/**
 * A change that waits: for people (`request`) or for a time (`schedule`). One instance executes it. Its claim ends with its lease, so
 * that another instance takes over the job of a killed one.
 */
export interface JobTable {
  /** The audit log entry of the change has this id. */
  id: string;
  request: Json<RequestedChange> | null;
  schedule: Json<ScheduledChange> | null;
  createdAt: Date;
  /** When a schedule is made, and when a request expires. */
  dueAt: Date;
  status: 'waiting' | 'running' | RequestEnd | ScheduleEnd;
  approvers: JsonList<Principal>;
  comments: JsonList<RequestComment>;
  reviewers: JsonList<string>;
  result: Json<ScheduleResult> | null;
  endedAt: Date | null;
  claim: Json<Claim> | null;
  leaseEndsAt: Date | null;
}

export type RequestEnd = 'approved' | 'rejected' | 'expired';
export type ScheduleEnd = 'done' | 'failed' | 'cancelled';

export interface PolicyVersionTable {
  version: number;
  policy: Json<Policy>;
  /** Null for a policy that was imported from a file. */
  proposedBy: string | null;
  approvedBy: string | null;
  reason: string;
  createdAt: Date;
}

/** An event that a webhook has not received yet. */
interface WebhookDeliveryTable {
  seq: Generated<string>;
  webhook: string;
  event: Json<RequestEvent>;
  createdAt: Date;
  attempts: number;
  nextAttemptAt: Date;
}

/**
 * A change of an environment, to find entries of the audit log. What a person sees of the history is read from the entries, which
 * are signed.
 */
interface ChangeTable {
  env: string;
  seq: ColumnType<string | number, number, never>;
  key: string;
  sha256: string;
  /** The entry before. */
  previous: Json<DocumentRef> | null;
  at: Date;
  /** Lower-case. */
  by: string;
  /** Reasons of the change and of the canaries that it ended, lower-case. */
  reasons: string;
  /** What the change can be found by. */
  terms: string[];
  note: Json<NoticeEntry>;
}

/** A complete release. */
interface PublishedReleaseTable extends ReleaseId {
  /** ISO date and time. Empty for a release with an unreadable description. */
  publishedAt: string;
}

export interface ServiceTables {
  change: ChangeTable;
  publishedRelease: PublishedReleaseTable;
  person: PersonTable;
  signIn: SignInTable;
  session: SessionTable;
  token: TokenTable;
  job: JobTable;
  policyVersion: PolicyVersionTable;
  webhookDelivery: WebhookDeliveryTable;
}

export type ServiceDatabase = Kysely<ServiceTables>;

/** Works in a transaction: that of the caller, or a new one. */
export const inTransaction = <Result>(
  db: ServiceDatabase,
  work: (own: ServiceDatabase) => Promise<Result>,
): Promise<Result> => (db.isTransaction ? work(db) : db.transaction().execute(work));

/** The tables of the release service. They can be in the PostgreSQL database of the store API. */
export const serviceDefinition: DatabaseDefinition = {
  schema: 'release',
  migrations: {
    '0001-service-tables': serviceTables,
    '0002-log-index': logIndex,
    '0003-newest-release': newestRelease,
    '0004-request-events': requestEvents,
    '0005-jobs': jobs,
  },
};
