import * as v from 'valibot';
import { auditActions, Change, getReasonRule, type Kind, kindNames, kinds, mapKinds } from '../change-model/changes';
import { app, env, reason, releaseName } from '../change-model/fields';
import { selection } from '../change-model/kinds/promote';
import { permissions } from '../change-model/permissions';
import { integer, isoTime } from '../change-model/value-schemas';
import { findUnstorable, isPlainText } from '../policy/text-sanitization';
import { visitorIdPattern, visitorReferencePattern } from '../state/canary-slots';
import { environmentNameRule } from '../state/environment-name';
import { describeIssue } from '../store/schemas';
import { defaultErrorPeriod, type ErrorPeriod, maxTokenDays } from './constants';

/*
 * Bodies and queries of the console's API. Every change carries `seq`, the number of the newest change that its author saw.
 * The server rejects it when another change happened since.
 */
const seq = integer(0, Number.MAX_SAFE_INTEGER);

/** Derives the entries of a request from the kind of its change, which the path names. `parseChange` checks a requested reason. */
function createEntries(kind: Kind): { env: typeof env; reason: v.GenericSchema<string, string> } {
  const { schema, reason: rule } = kinds[kind];
  const { kind: _, ...entries } = schema.entries;
  return rule === 'required' ? { ...entries, reason } : entries;
}

const timedKinds = kindNames.filter((kind) => kinds[kind].waitsForTime);

/** A change that the service makes at a time. */
export const ScheduledAction = v.variant(
  'call',
  timedKinds.map((kind) => v.strictObject({ call: v.literal(kind), body: v.strictObject(createEntries(kind)) })),
  `name one of the calls ${timedKinds.join(', ')}`,
);
export type ScheduledAction = v.InferOutput<typeof ScheduledAction>;

/**
 * Converts a request to its change.
 *
 * @param isLocal  It comes from a command line of this machine, which needs a reason only where one is required.
 * @throws {HttpError} 400 when it is none, or lacks its reason.
 */
export function parseChange(kind: Kind, fields: object, isLocal = false): Change {
  const change = parseInput(Change, { ...fields, kind });
  const rule = getReasonRule(change);
  if (change.reason || rule === 'optional' || (isLocal && rule === 'requested')) return change;
  throw new HttpError(400, 'The request is invalid: reason: give a reason.');
}

/** One line of plain text. @param missing  The message about an empty one. */
const createLine = (what: string, max: number, missing: string) =>
  v.pipe(
    v.string(missing),
    v.trim(),
    v.minLength(1, missing),
    v.check(isPlainText, `write the ${what} in one line of plain text`),
    v.maxLength(max, `keep the ${what} under ${max} characters`),
  );

const createId = (what: string) => v.pipe(v.string(), v.uuid(`give the id of ${what}`));
const names = (what: string) => {
  const message = `name ${what}, or *`;
  return v.pipe(
    v.array(v.union([v.literal('*'), what === 'apps' ? app : env], message), message),
    v.minLength(1, message),
    v.maxLength(100, message),
  );
};

/** Bodies of the POST requests, by path below `/api`. */
export const bodies = {
  ...mapKinds((kind) => v.strictObject({ ...createEntries(kind), seq })),
  check: v.strictObject({ env, ...selection }),
  preview: v.strictObject({
    env,
    releases: v.pipe(v.array(releaseName), v.minLength(1, 'name a release'), v.maxLength(32)),
    /** Minutes until the link expires, at most thirty days. */
    minutes: integer(1, 43_200),
    /** What it is for. A later preview of the same author and name has the same link. */
    name: v.exactOptional(
      v.pipe(
        v.string(),
        v.trim(),
        v.check(isPlainText, 'write the name in one line'),
        v.minLength(1, 'give a name, or leave it out'),
        v.maxLength(200),
      ),
    ),
  }),
  verify: v.strictObject({ env }),
  approvals: v.strictObject({ id: createId('a request'), isApproved: v.boolean() }),
  comment: v.strictObject({
    id: createId('a request'),
    text: createLine('comment', 1000, 'write a comment'),
  }),
  reviewers: v.strictObject({
    id: createId('a request'),
    /** Names of the people and groups that the request shows as able to approve it. */
    reviewers: v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(20, 'name 20 people at most')),
  }),
  /** The server validates the policy, which has a message of its own for each field. */
  policy: v.strictObject({
    /** Version that the author saw. */
    replaces: integer(0, Number.MAX_SAFE_INTEGER),
    policy: v.looseObject({}),
    reason,
  }),
  tokens: v.strictObject({
    name: createLine('name', 80, 'give the token a name'),
    days: integer(1, maxTokenDays),
    scope: v.strictObject({
      apps: names('apps'),
      environments: names('environments'),
      may: v.pipe(
        v.array(v.picklist(permissions, `name some of ${permissions.join(', ')}`)),
        v.maxLength(permissions.length),
      ),
    }),
  }),
  'tokens/revoke': v.strictObject({ id: createId('a token') }),
  schedules: v.strictObject({
    at: isoTime('give a date and time, such as 2026-11-24T09:00:00Z'),
    action: ScheduledAction,
  }),
  'schedules/cancel': v.strictObject({ id: createId('a schedule') }),
};

/** Path of a POST request below `/api`. */
export type Call = keyof typeof bodies;
/** Body that the page sends. */
export type CallBody<Name extends Call> = v.InferInput<(typeof bodies)[Name]>;
/** Body that the server receives, with the defaults. */
export type ParsedBody<Name extends Call> = v.InferOutput<(typeof bodies)[Name]>;

/** Reports on this app. Default: on every app. */
const reportApp = v.exactOptional(app);

const changeNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'give the number of a change'), v.transform(Number));
const searchText = v.exactOptional(
  v.pipe(
    v.string(),
    v.check(isPlainText, 'search for one line of plain text'),
    v.maxLength(100, 'search for at most 100 characters'),
  ),
);
/** Unix milliseconds of an ISO date and time. */
const moment = v.pipe(
  isoTime('give an ISO date and time, such as 2026-11-20T00:00:00Z'),
  v.transform((text) => Date.parse(text)),
);
const time = v.exactOptional(moment);

const prefixRule = 'give the beginning of keys of the release store with their folder, such as r/ or r/shell/1.2.0-';
const folderRule = 'give a folder of the release store, such as r/';

/** A list in one parameter, with commas. */
const commaSeparated = <Item extends v.GenericSchema<string, string>>(item: Item) =>
  v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').filter(Boolean)),
      v.array(item),
      v.maxLength(32, 'name 32 at most'),
    ),
    '',
  );

/** Queries of the GET requests, by path below `/api`. The last message of a query is for an absent `env`. */
export const queries = {
  state: v.object({}),
  releases: v.object({}),
  /** `before`: only changes with a lower number. The others select changes, see `HistoryFilter`. */
  history: v.object({
    env,
    before: v.optional(changeNumber),
    app: v.exactOptional(app),
    by: searchText,
    action: v.exactOptional(v.picklist(auditActions, `give one of ${auditActions.join(', ')}`)),
    search: searchText,
    since: time,
    until: time,
  }),
  /** What visitors had at a time, and which canary a visitor had. */
  'state-at': v.object({
    env,
    at: moment,
    visitor: v.exactOptional(
      v.union(
        [v.pipe(v.string(), v.regex(visitorIdPattern)), v.pipe(v.string(), v.regex(visitorReferencePattern))],
        "give the id of the visitor's cookie, which is 36 hex digits and hyphens, or the visitor of an error report, such as 37-1a2b3c4d",
      ),
    ),
  }),
  /** What a change of the history consists of. */
  change: v.object({ env, seq: changeNumber }),
  /** What a promotion would change. */
  'planned-change': v.object({ env, releases: commaSeparated(releaseName), removedApps: commaSeparated(app) }),
  'audit-log': v.object({ env }, environmentNameRule),
  errors: v.object(
    {
      env,
      app: reportApp,
      /** Errors with a report in this period. */
      period: v.optional(
        v.picklist(['1h', '1d', '7d', '30d'] satisfies ErrorPeriod[], 'give 1h, 1d, 7d or 30d'),
        defaultErrorPeriod,
      ),
    },
    environmentNameRule,
  ),
  /** Default: every environment. */
  incident: v.object({
    env: v.exactOptional(env),
    minutes: v.optional(v.pipe(v.string(), v.transform(Number), integer(1, 10_080)), '60'),
  }),
  metrics: v.object({ env, app: reportApp }, environmentNameRule),
  webhooks: v.object({ env }, environmentNameRule),
  policy: v.object({}),
  tokens: v.object({}),
  schedules: v.object({}),
  caller: v.object({}),
  /** Keys of the release store with a prefix. */
  objects: v.object({ prefix: v.pipe(v.string(prefixRule), v.regex(/\//, prefixRule), v.maxLength(400, prefixRule)) }),
  /** Names of the folders in a folder of the release store. */
  folders: v.object({ prefix: v.pipe(v.string(folderRule), v.regex(/\/$/, folderRule), v.maxLength(400, folderRule)) }),
  'trusted-keys': v.object({}),
};

export type ParsedQuery<Name extends keyof typeof queries> = v.InferOutput<(typeof queries)[Name]>;

/** An error with the status of its response. */
export class HttpError extends Error {
  override name = 'HttpError';

  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
  }
}

const createInvalidError = (field: string | null, message: string) =>
  new HttpError(400, `The request is invalid: ${field ? `${field}: ` : ''}${message}.`.replace(/\.\.$/, '.'));

/** Validates a body or a query. @throws {HttpError} 400 with a message that names the first invalid field. */
export function parseInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input, { message: describeIssue });
  if (!result.success) throw createInvalidError(v.getDotPath(result.issues[0]), result.issues[0].message);
  const field = findUnstorable(result.output);
  if (field === null) return result.output;
  throw createInvalidError(field, 'this text contains a character that cannot be stored');
}
