import { isPlainText } from '@shop/releases/policy/text-sanitization';
import { parseRegions, regionsRule } from '@shop/releases/state/canary-audience';
import { environmentNamePattern, environmentNameRule } from '@shop/releases/state/environment-name';
import * as v from 'valibot';

/*
 * What the page asks of the server. Every change names the change its author saw last (`seq`): what became live since
 * then is never overwritten unseen.
 */
const env = v.pipe(v.string(), v.regex(environmentNamePattern, environmentNameRule));
const app = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, 'give the name of an app'));
const appOrAll = v.union([v.literal('*'), app], 'give the name of an app, or * for the environment');
const release = v.pipe(
  v.string(),
  v.regex(/^[a-z][a-z0-9-]*@[A-Za-z0-9][A-Za-z0-9.+-]*$/, 'write app@version, such as mf-catalog@1.2.0'),
);
const path = v.pipe(v.string(), v.regex(/^\/\S*$/, 'give a path, such as /old'));
const number = (least: number, most: number) => {
  const sentence = `give a whole number from ${least} to ${most}`;
  return v.pipe(v.number(sentence), v.integer(sentence), v.minValue(least, sentence), v.maxValue(most, sentence));
};
const optionalReason = v.pipe(
  v.string('give a reason'),
  v.trim(),
  v.check(isPlainText, 'write the reason in one line of plain text'),
  v.maxLength(500, 'keep the reason under 500 characters'),
);
const reason = v.pipe(optionalReason, v.minLength(1, 'give a reason'));
const isForced = v.optional(v.boolean(), false);
const seq = number(0, Number.MAX_SAFE_INTEGER);
const share = number(1, 100);

/** What is to become live: releases, and apps and paths that go. */
const wanted = {
  env,
  releases: v.pipe(v.array(release), v.maxLength(32)),
  removedApps: v.optional(v.array(app), []),
  removedPaths: v.optional(v.array(path), []),
};

export const SignIn = v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)) });

export const CheckRequest = v.strictObject(wanted);
export type CheckRequest = v.InferInput<typeof CheckRequest>;

/** Who gets a promotion first. */
const CanaryRequest = v.strictObject({
  /** Hundredths of the visitors; 0 leaves it to those on a list. */
  share: number(0, 100),
  /** Staff get it, whatever their bucket. */
  staff: v.exactOptional(v.literal(true)),
  /** Visitors from these regions get it, whatever their bucket. */
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
  ...wanted,
  seq,
  /** Null for everybody at once. */
  canary: v.optional(v.nullable(CanaryRequest), null),
  isForced,
  reason,
});
export type PromoteRequest = v.InferInput<typeof PromoteRequest>;

export const RolloutRequest = v.pipe(
  v.strictObject({
    env,
    seq,
    share: v.union([share, v.literal('complete')], 'give a share from 1 to 100, or complete'),
    /** Goes on against the gates, which takes a reason. */
    isForced,
    reason: optionalReason,
  }),
  v.forward(
    v.check((wanted) => !wanted.isForced || wanted.reason !== '', 'give a reason to force it'),
    ['reason'],
  ),
);
export type RolloutRequest = v.InferInput<typeof RolloutRequest>;

export const HaltRequest = v.strictObject({ env, seq, reason });
export type HaltRequest = v.InferInput<typeof HaltRequest>;

export const RollbackRequest = v.strictObject({
  env,
  seq,
  /** Back to what was live after this change; left out, to what was live before. */
  to: v.exactOptional(number(1, Number.MAX_SAFE_INTEGER)),
  /** Takes back this app alone. */
  app: v.exactOptional(app),
  reason,
});
export type RollbackRequest = v.InferInput<typeof RollbackRequest>;

export const LockRequest = v.strictObject({ env, seq, app: appOrAll, reason });
export type LockRequest = v.InferInput<typeof LockRequest>;

export const PreviewRequest = v.strictObject({
  env,
  releases: v.pipe(v.array(release), v.minLength(1, 'name a release'), v.maxLength(32)),
  /** Minutes for which the link works; at most thirty days. */
  minutes: number(1, 43_200),
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
  /** Only changes before this one. */
  before: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'give the number of a change'), v.transform(Number))),
});
export const DiffQuery = v.object({
  env,
  from: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'give the number of a change'), v.transform(Number)),
  to: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'give the number of a change'), v.transform(Number)),
});
