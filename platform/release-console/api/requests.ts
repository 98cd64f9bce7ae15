import { isPlainText } from '@shop/releases/policy/text-sanitization';
import { parseRegions, regionsRule } from '@shop/releases/state/canary-audience';
import { environmentNamePattern, environmentNameRule } from '@shop/releases/state/environment';
import * as v from 'valibot';
import { defaultErrorPeriod, type ErrorPeriod } from './error-periods';

/*
 * Bodies and queries of the console's API. Every change carries `seq`, the number of the newest change that its author saw.
 * The server rejects it when another change happened since.
 */
const env = v.pipe(v.string(environmentNameRule), v.regex(environmentNamePattern, environmentNameRule));
const appRule = 'give the name of an app';
const app = v.pipe(v.string(appRule), v.maxLength(80, appRule), v.regex(/^[a-z][a-z0-9-]*$/, appRule));
const appOrAll = v.union([v.literal('*'), app], 'give the name of an app, or * for the environment');
const release = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]*@[A-Za-z0-9][A-Za-z0-9.+-]*$/, 'write app@version, such as mf-catalog@1.2.0'),
);
const path = v.pipe(v.string(), v.regex(/^\/\S*$/, 'give a path, such as /old'));
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
const share = integer(1, 100);
/** Id of a canary. It may be absent while one canary is running. */
const canaryId = v.exactOptional(v.pipe(v.string(), v.regex(/^[0-9a-f-]{32,36}$/, 'give the id of a canary')));

/** The composition that a promotion creates: releases, and removed apps and paths. */
const selection = {
  env,
  releases: v.pipe(v.array(release), v.maxLength(32)),
  removedApps: v.optional(v.array(app), []),
  removedPaths: v.optional(v.array(path), []),
};

export const SignIn = v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) });

export const CheckRequest = v.strictObject(selection);
export type CheckRequest = v.InferInput<typeof CheckRequest>;

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

export const PromoteRequest = v.strictObject({
  ...selection,
  seq,
  /** Null for every visitor at once. */
  canary: v.optional(v.nullable(CanaryRequest), null),
  isForced,
  reason,
});
export type PromoteRequest = v.InferInput<typeof PromoteRequest>;

export const RolloutRequest = v.pipe(
  v.strictObject({
    env,
    seq,
    canary: canaryId,
    share: v.union([share, v.literal('complete')], 'give a share from 1 to 100, or complete'),
    /** Overrides the gates, which needs a reason. */
    isForced,
    reason: optionalReason,
  }),
  v.forward(
    v.check((step) => !step.isForced || step.reason !== '', 'give a reason to force it'),
    ['reason'],
  ),
);
export type RolloutRequest = v.InferInput<typeof RolloutRequest>;

export const HaltRequest = v.strictObject({ env, seq, canary: canaryId, reason });
export type HaltRequest = v.InferInput<typeof HaltRequest>;

export const RollbackRequest = v.strictObject({
  env,
  seq,
  /** Restores the composition after this change. Default: the composition before the live one. */
  to: v.exactOptional(integer(1, Number.MAX_SAFE_INTEGER)),
  /** Rolls back this app only. */
  app: v.exactOptional(app),
  reason,
});
export type RollbackRequest = v.InferInput<typeof RollbackRequest>;

export const LockRequest = v.strictObject({ env, seq, app: appOrAll, reason });
export type LockRequest = v.InferInput<typeof LockRequest>;

export const PreviewRequest = v.strictObject({
  env,
  releases: v.pipe(v.array(release), v.minLength(1, 'name a release'), v.maxLength(32)),
  /** Minutes until the link expires, at most thirty days. */
  minutes: integer(1, 43_200),
});
export type PreviewRequest = v.InferInput<typeof PreviewRequest>;

export const VerifyRequest = v.strictObject({ env });
export type VerifyRequest = v.InferInput<typeof VerifyRequest>;

export const ApprovalDecision = v.strictObject({
  id: v.pipe(v.string(), v.uuid('name a request')),
  isApproved: v.boolean(),
});
export type ApprovalDecision = v.InferInput<typeof ApprovalDecision>;

export const HistoryQuery = v.object({
  env,
  /** Only changes with a lower number. */
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'give the number of a change'), v.transform(Number))),
});
export const DiffQuery = v.object({
  env,
  from: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'give the number of a change'), v.transform(Number)),
  to: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'give the number of a change'), v.transform(Number)),
});

/** An empty name stands for an absent one, so that both get the message of the rule. */
const reportEnv = v.optional(env, '');

export const ErrorsQuery = v.object({
  env: reportEnv,
  /** Errors of this app. Default: of every app. */
  app: v.exactOptional(app),
  /** Errors with a report in this period. */
  period: v.optional(
    v.picklist(['1h', '1d', '7d', '30d'] satisfies ErrorPeriod[], 'give 1h, 1d, 7d or 30d'),
    defaultErrorPeriod,
  ),
});

export const FiguresQuery = v.object({
  env: reportEnv,
  /** Figures of this app. Default: of every app. */
  app: v.exactOptional(app),
});

export const WebhooksQuery = v.object({ env: reportEnv });
