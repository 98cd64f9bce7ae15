import * as v from 'valibot';
import { isPlainText } from '../policy/text-sanitization';
import { auditActions } from '../state/audit-actions';
import { groupsRule, parseGroups, parseRegions, regionsRule } from '../state/canary-audience';
import { environmentNamePattern, environmentNameRule, permissions } from '../state/environment';
import { defaultErrorPeriod, type ErrorPeriod, maxTokenDays } from './constants';

/*
 * Bodies and queries of the console's API. Every change carries `seq`, the number of the newest change that its author saw.
 * The server rejects it when another change happened since.
 */
const env = v.pipe(v.string(environmentNameRule), v.regex(environmentNamePattern, environmentNameRule));
const appRule = 'give the name of an app';
const app = v.pipe(v.string(appRule), v.maxLength(80, appRule), v.regex(/^[a-z][a-z0-9-]*$/, appRule));
const release = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]*@[A-Za-z0-9][A-Za-z0-9.+-]*$/, 'write app@version, such as mf-catalog@1.2.0'),
);
const livePath = v.pipe(v.string(), v.regex(/^\/\S*$/, 'give a path, such as /old'));
const integer = (min: number, max: number) => {
  const message = `give a whole number from ${min} to ${max}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, message));
};
const optionalReason = v.pipe(
  v.string('give a reason'),
  v.trim(),
  v.check(isPlainText, 'write the reason in one line of plain text'),
  v.maxLength(500, 'keep the reason under 500 characters'),
);
const reason = v.pipe(optionalReason, v.minLength(1, 'give a reason'));
const isForced = v.optional(v.boolean(), false);
const seq = integer(0, Number.MAX_SAFE_INTEGER);
/** Id of a canary. It may be absent while one canary is running. */
const canaryId = v.exactOptional(v.pipe(v.string(), v.regex(/^[0-9a-f-]{32,36}$/, 'give the id of a canary')));

/** The composition that a promotion creates: releases, and removed apps and paths. */
const selection = {
  env,
  releases: v.pipe(v.array(release), v.maxLength(32)),
  removedApps: v.optional(v.array(app), []),
  removedPaths: v.optional(v.array(livePath), []),
};

/** A list of regions or groups, which `parse` normalizes. */
const createAudienceList = (what: string, max: number, parse: typeof parseRegions, rule: string) =>
  v.pipe(
    v.array(v.string()),
    v.maxLength(max, `name ${max} ${what} at most`),
    v.check((names) => parse(names) !== null, rule),
    v.transform((names) => parse(names) ?? []),
  );

/** The audience of a canary, and how it grows. */
const CanaryRequest = v.strictObject({
  /** Shares to which the service raises the canary. Absent: a person raises it. */
  stages: v.exactOptional(
    v.pipe(
      v.array(v.strictObject({ share: integer(1, 100), afterMinutes: integer(1, 30 * 24 * 60) })),
      v.minLength(1, 'name a stage'),
      v.maxLength(20, 'name 20 stages at most'),
      v.check(
        (stages) => stages.every(({ share }, index) => share > (stages[index - 1]?.share ?? 0)),
        'give rising shares',
      ),
    ),
  ),
  /** Percent of the visitors. 0 gives the canary to staff, regions and groups only. */
  share: integer(0, 100),
  /** Staff get the canary in addition to the share. */
  staff: v.exactOptional(v.literal(true)),
  /** Visitors from these regions get the canary in addition to the share. */
  regions: v.exactOptional(createAudienceList('regions', 100, parseRegions, regionsRule)),
  /** Customers of these groups get the canary in addition to the share. */
  groups: v.exactOptional(createAudienceList('groups', 20, parseGroups, groupsRule)),
});

const lock = v.strictObject({
  env,
  app: v.union([v.literal('*'), app], 'give the name of an app, or * for the environment'),
  reason,
});

/** Changes of an environment, without the number of the change that the author saw. */
const changes = {
  promote: v.strictObject({
    ...selection,
    /** Null for every visitor at once. */
    canary: v.optional(v.nullable(CanaryRequest), null),
    isForced,
    reason,
  }),
  rollout: v.strictObject({
    env,
    canary: canaryId,
    share: v.union([integer(1, 100), v.literal('complete')], 'give a share from 1 to 100, or complete'),
    /** Overrides the gates, which needs a reason. */
    isForced,
    reason: optionalReason,
  }),
  halt: v.strictObject({ env, canary: canaryId, reason }),
  rollback: v.strictObject({
    env,
    /** Restores the composition after this change. Default: the composition before the live one. */
    to: v.exactOptional(integer(1, Number.MAX_SAFE_INTEGER)),
    /** Rolls back this app only. */
    app: v.exactOptional(app),
    reason,
  }),
  lock,
  unlock: lock,
};

/** A completion and a forced step need a reason. */
const isExplained = ({ isForced, share, reason }: { isForced: boolean; share: number | 'complete'; reason: string }) =>
  (!isForced && share !== 'complete') || reason !== '';

/** A change that the service makes at a time. */
export const ScheduledAction = v.variant(
  'call',
  [
    v.strictObject({ call: v.literal('promote'), body: changes.promote }),
    v.strictObject({
      call: v.literal('rollout'),
      body: v.pipe(
        changes.rollout,
        v.forward(
          v.check((step) => isExplained(step), 'give a reason'),
          ['reason'],
        ),
      ),
    }),
    v.strictObject({ call: v.literal('halt'), body: changes.halt }),
    v.strictObject({ call: v.literal('rollback'), body: changes.rollback }),
    v.strictObject({ call: v.literal('lock'), body: changes.lock }),
    v.strictObject({ call: v.literal('unlock'), body: changes.unlock }),
  ],
  `name one of the calls ${Object.keys(changes).join(', ')}`,
);
export type ScheduledAction = v.InferOutput<typeof ScheduledAction>;

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
  check: v.strictObject(selection),
  promote: v.strictObject({ ...changes.promote.entries, seq }),
  rollout: v.pipe(
    v.strictObject({ ...changes.rollout.entries, seq }),
    v.forward(
      v.check((step) => isExplained(step), 'give a reason'),
      ['reason'],
    ),
  ),
  halt: v.strictObject({ ...changes.halt.entries, seq }),
  pause: v.strictObject({ ...changes.halt.entries, seq }),
  resume: v.strictObject({ env, seq, canary: canaryId, reason: optionalReason }),
  rollback: v.strictObject({ ...changes.rollback.entries, seq }),
  lock: v.strictObject({ ...lock.entries, seq }),
  unlock: v.strictObject({ ...lock.entries, seq }),
  preview: v.strictObject({
    env,
    releases: v.pipe(v.array(release), v.minLength(1, 'name a release'), v.maxLength(32)),
    /** Minutes until the link expires, at most thirty days. */
    minutes: integer(1, 43_200),
    /** What it is for. A later preview of this name has the same link. */
    name: v.exactOptional(v.pipe(v.string(), v.check(isPlainText, 'write the name in one line'), v.maxLength(200))),
  }),
  verify: v.strictObject({ env }),
  approvals: v.strictObject({ id: createId('a request'), isApproved: v.boolean() }),
  /** The server validates the policy, which has a message of its own for each field. */
  policy: v.strictObject({
    /** Version that the author saw. */
    replaces: integer(0, Number.MAX_SAFE_INTEGER),
    policy: v.looseObject({}),
    reason,
  }),
  tokens: v.strictObject({
    name: v.pipe(
      v.string('give the token a name'),
      v.trim(),
      v.check(isPlainText, 'write the name in one line of plain text'),
      v.minLength(1, 'give the token a name'),
      v.maxLength(80, 'keep the name under 80 characters'),
    ),
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
    at: v.pipe(v.string('give a date and time'), v.isoTimestamp('give a date and time, such as 2026-11-24T09:00:00Z')),
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

/** An empty name stands for an absent one, so that both get the message of the rule. */
const reportEnv = v.optional(env, '');
/** Reports on this app. Default: on every app. */
const reportApp = v.exactOptional(app);

const changeNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'give the number of a change'), v.transform(Number));
const searchText = v.exactOptional(v.pipe(v.string(), v.maxLength(100, 'search for at most 100 characters')));
const time = v.exactOptional(
  v.pipe(
    v.string(),
    v.isoTimestamp('give an ISO date and time, such as 2026-11-20T00:00:00Z'),
    v.transform((text) => Date.parse(text)),
  ),
);

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

/** Queries of the GET requests, by path below `/api`. */
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
  /** What a change of the history consists of. */
  change: v.object({ env, seq: changeNumber }),
  /** What a promotion would change. */
  'planned-change': v.object({ env, releases: commaSeparated(release), removedApps: commaSeparated(app) }),
  'audit-log': v.object({ env: v.optional(env, '') }),
  errors: v.object({
    env: reportEnv,
    app: reportApp,
    /** Errors with a report in this period. */
    period: v.optional(
      v.picklist(['1h', '1d', '7d', '30d'] satisfies ErrorPeriod[], 'give 1h, 1d, 7d or 30d'),
      defaultErrorPeriod,
    ),
  }),
  /** Default: every environment. */
  incident: v.object({
    env: v.exactOptional(env),
    minutes: v.optional(v.pipe(v.string(), v.transform(Number), integer(1, 10_080)), '60'),
  }),
  metrics: v.object({ env: reportEnv, app: reportApp }),
  webhooks: v.object({ env: reportEnv }),
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

/** Validates a body or a query. @throws {HttpError} 400 with a message that names the first invalid field. */
export function parseInput<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = v.getDotPath(issue);
  const message = `The request is invalid: ${field ? `${field}: ` : ''}${issue.message}.`;
  throw new HttpError(400, message.replace(/\.\.$/, '.'));
}
