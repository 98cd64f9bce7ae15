import { isPlainText } from '@shop/releases/policy/text-sanitization';
import { auditActions } from '@shop/releases/state/audit-log';
import { parseRegions, regionsRule } from '@shop/releases/state/canary-audience';
import { environmentNamePattern, environmentNameRule } from '@shop/releases/state/environment';
import * as v from 'valibot';
import { defaultErrorPeriod, type ErrorPeriod } from './responses';

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

/** The audience of a canary. */
const CanaryRequest = v.strictObject({
  /** Percent of the visitors. 0 gives the canary to staff and regions only. */
  share: integer(0, 100),
  /** Staff get the canary in addition to the share. */
  staff: v.exactOptional(v.literal(true)),
  /** Visitors from these regions get the canary in addition to the share. */
  regions: v.exactOptional(
    v.pipe(
      v.array(v.string()),
      v.maxLength(100, 'name 100 regions at most'),
      v.check((codes) => parseRegions(codes) !== null, regionsRule),
      v.transform((codes) => parseRegions(codes) ?? []),
    ),
  ),
});

const lock = v.strictObject({
  env,
  seq,
  app: v.union([v.literal('*'), app], 'give the name of an app, or * for the environment'),
  reason,
});

/** Bodies of the POST requests, by path below `/api`. */
export const bodies = {
  session: v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) }),
  check: v.strictObject(selection),
  promote: v.strictObject({
    ...selection,
    seq,
    /** Null for every visitor at once. */
    canary: v.optional(v.nullable(CanaryRequest), null),
    isForced,
    reason,
  }),
  rollout: v.pipe(
    v.strictObject({
      env,
      seq,
      canary: canaryId,
      share: v.union([integer(1, 100), v.literal('complete')], 'give a share from 1 to 100, or complete'),
      /** Overrides the gates, which needs a reason. */
      isForced,
      reason: optionalReason,
    }),
    v.forward(
      v.check((step) => !step.isForced || step.reason !== '', 'give a reason to force it'),
      ['reason'],
    ),
  ),
  halt: v.strictObject({ env, seq, canary: canaryId, reason }),
  pause: v.strictObject({ env, seq, canary: canaryId, reason }),
  resume: v.strictObject({ env, seq, canary: canaryId, reason: optionalReason }),
  rollback: v.strictObject({
    env,
    seq,
    /** Restores the composition after this change. Default: the composition before the live one. */
    to: v.exactOptional(integer(1, Number.MAX_SAFE_INTEGER)),
    /** Rolls back this app only. */
    app: v.exactOptional(app),
    reason,
  }),
  lock,
  unlock: lock,
  preview: v.strictObject({
    env,
    releases: v.pipe(v.array(release), v.minLength(1, 'name a release'), v.maxLength(32)),
    /** Minutes until the link expires, at most thirty days. */
    minutes: integer(1, 43_200),
  }),
  verify: v.strictObject({ env }),
  approvals: v.strictObject({ id: v.pipe(v.string(), v.uuid('name a request')), isApproved: v.boolean() }),
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
  metrics: v.object({ env: reportEnv, app: reportApp }),
  webhooks: v.object({ env: reportEnv }),
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
