import * as v from 'valibot';
import { isPlainText } from '../policy/text-sanitization';
import { environmentNamePattern, environmentNameRule } from '../state/environment-name';

/* Fields of changes and of other requests. Each message follows the name of the field. */

export const env = v.pipe(v.string(environmentNameRule), v.regex(environmentNamePattern, environmentNameRule));

const appRule = 'give the name of an app';
export const app = v.pipe(v.string(appRule), v.maxLength(80, appRule), v.regex(/^[a-z][a-z0-9-]*$/, appRule));

/** An app, or `*` for the environment as a whole. */
export const appOrAll = v.union([v.literal('*'), app], 'give the name of an app, or * for the environment');

const releaseRule = 'write app@version, such as mf-catalog@1.2.0';
const hex = (digits: number) => v.pipe(v.string(), v.regex(new RegExp(`^[0-9a-f]{${digits}}$`)));
/** The version and the digest name the folder of a release, and the name of a folder has at most 255 characters. */
const lengthRule = 'write 200 characters at most';
const version = v.pipe(v.string(), v.maxLength(200, lengthRule), v.regex(/^[A-Za-z0-9][A-Za-z0-9.+-]*$/));
export const releaseName = v.pipe(
  v.string(),
  v.maxLength(200, lengthRule),
  v.regex(/^[a-z][a-z0-9-]*@[A-Za-z0-9][A-Za-z0-9.+-]*$/, releaseRule),
);

/** A release by its name, or exactly by its id, as an approved change names it. */
export const releaseRef = v.union(
  [releaseName, v.strictObject({ app, version, digest: hex(12), sha256: v.exactOptional(hex(64)) })],
  releaseRule,
);
export type ReleaseRef = v.InferOutput<typeof releaseRef>;

/** Reads what a reference says of its release. The name of a release has no digest. */
export function parseReleaseRef(ref: ReleaseRef): { app: string; version: string; digest?: string } {
  if (typeof ref !== 'string') return ref;
  const [app = '', version = ''] = ref.split('@');
  return { app, version };
}

export const optionalReason = v.pipe(
  v.string('give a reason'),
  v.trim(),
  v.check(isPlainText, 'write the reason in one line of plain text'),
  v.maxLength(500, 'keep the reason under 500 characters'),
);
export const reason = v.pipe(optionalReason, v.minLength(1, 'give a reason'));

/** Id of a canary. It may be absent while one canary is running. */
export const canaryId = v.exactOptional(v.pipe(v.string(), v.regex(/^[0-9a-f-]{32,36}$/, 'give the id of a canary')));

/** Fields that every change has. */
export const common = { env, reason: optionalReason };

/** Whether the change overrides a freeze and the findings of the gates. A change with this field runs the gates. */
export const isForced = v.optional(v.boolean(), false);
