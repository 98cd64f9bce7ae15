import * as v from 'valibot';
import { maxStages } from '../change-model/stages';
import { PinnedRelease } from '../release/release';
import type { SignedDocument } from '../signing/signed-document';
import { DocumentRef } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import { Finding } from './audit-log';
import { Canary, Stage } from './canary';
import { environmentNamePattern } from './environment-name';

/*
 * What the signer is asked to sign. The signer holds the private key and nothing else: it reads no release store, so a request
 * contains the signed documents that the change starts from. docs/decisions/0059
 */

/** Part of a key. */
const EnvironmentName = v.pipe(v.string(), v.regex(environmentNamePattern));
const Author = v.strictObject({
  by: v.pipe(v.string(), v.minLength(1)),
  reason: v.string(),
  job: v.exactOptional(v.pipe(v.string(), v.uuid())),
});
/** Findings of one composition, or of one change. More would take the signer long. */
const Findings = v.pipe(v.array(Finding), v.maxLength(500, 'the gates have more than 500 findings'));
/** Signed documents of the release store: their text by their key. */
const Documents = v.record(v.string(), v.string());

/** A new composition, or a reference to a signed one. */
const NewComposition = v.object({ shell: PinnedRelease, remotes: v.array(PinnedRelease) });

export const GateReport = v.strictObject({
  /** The releases, the shell's first. */
  releases: v.array(PinnedRelease),
  gates: v.pipe(v.array(v.string()), v.maxLength(100)),
  findings: Findings,
});
export type GateReport = v.InferOutput<typeof GateReport>;

/** Every gate, in the order of RELEASING.md. A composition becomes live when all of them have run. */
export const gateNames = [
  'file-integrity',
  'shared-dependencies',
  'contract-version',
  'route-ownership',
  'registered-names',
  'slots',
  'backend-origins',
  'promotion-rules',
  'bundle-size',
  'style-scope',
  'texts',
  'smoke-test',
] as const;
export type GateName = (typeof gateNames)[number];

/** Gates that read or start the files of releases, or read a history, which takes long when the release store is slow. */
const slowGates: readonly GateName[] = ['file-integrity', 'promotion-rules', 'style-scope', 'smoke-test'];
/** Gates of the canaries of other apps after a rollback, which must not wait. */
export const quickGates = gateNames.filter((name) => !slowGates.includes(name));
/** Gates of a rollback to a complete composition, which has passed the others. */
export const restoreGates: readonly GateName[] = ['file-integrity'];

/** Id of a canary: random, because the slots of the canary follow from it. */
const CanaryId = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'an id is a UUID'));
const { staff, regions, groups } = Canary.entries;

/** What a person wants to change, with the exact releases and the id of the canary. */
const Step = v.variant('action', [
  v.strictObject({ action: v.literal('promote'), live: NewComposition }),
  v.strictObject({
    action: v.literal('canary'),
    canary: v.strictObject({
      ...v.pick(Canary, ['releases', 'removed', 'share', 'owner']).entries,
      id: CanaryId,
      staff,
      regions,
      groups,
      stages: v.exactOptional(v.pipe(v.array(Stage), v.maxLength(maxStages))),
    }),
  }),
  v.strictObject({ action: v.literal('rollout'), canary: v.string(), share: Canary.entries.share }),
  v.strictObject({ action: v.picklist(['complete', 'halt', 'pause', 'resume']), canary: v.string() }),
  v.strictObject({ action: v.literal('rollback'), live: v.union([DocumentRef, NewComposition]) }),
  v.strictObject({ action: v.picklist(['lock', 'unlock']), app: v.string() }),
  /** Ends the canaries that do not pass the gates any more. */
  v.strictObject({ action: v.literal('recheck') }),
  v.strictObject({ action: v.literal('note') }),
]);
export type Step = v.InferOutput<typeof Step>;

/** A change of HEAD. The signer applies the step to the state in the documents, and signs what comes out. */
export const ChangeRequest = v.strictObject({
  env: EnvironmentName,
  step: Step,
  author: Author,
  isForced: v.boolean(),
  /** HEAD that the change starts from, with its compositions and that of a rollback. Without HEAD: a new environment. */
  documents: Documents,
  /** Freezes that the change overrides. */
  freezes: Findings,
  /** A change has five compositions at most. Each try of a change reports them once. */
  report: v.pipe(v.array(GateReport), v.maxLength(64)),
});
export type ChangeRequest = v.InferOutput<typeof ChangeRequest>;

/** A new HEAD in place of one that is missing or invalid. */
export const RecoveryRequest = v.strictObject({
  env: EnvironmentName,
  author: Author,
  entry: DocumentRef,
  documents: Documents,
});
export type RecoveryRequest = v.InferOutput<typeof RecoveryRequest>;

export const LinkRequest = v.strictObject({
  kind: v.picklist(['preview', 'staff']),
  document: v.unknown(),
});
export type LinkRequest = v.InferOutput<typeof LinkRequest>;

/** The documents of a signed change. The caller writes them in this order, then swaps HEAD. */
export interface SignedChange {
  documents: SignedDocument[];
  head: SignedDocument;
}

/**
 * Signs documents of the release store with a key that its callers do not have. Each method rejects with
 * {@link ConflictError} when the request breaks a rule.
 */
export interface Signer {
  /** Rejects when the signer cannot be reached, or has no key. */
  getKeyId: () => Promise<string>;
  /** Rejects with {@link StaleHeadError} when the request starts from a HEAD that is not the newest. */
  signChange: (request: ChangeRequest) => Promise<SignedChange>;
  signRecovery: (request: RecoveryRequest) => Promise<SignedChange>;
  signLink: (request: LinkRequest) => Promise<SignedDocument>;
}

/** The request starts from an older HEAD than the signer has seen. A caller that lost a race reads HEAD again. */
export class StaleHeadError extends ConflictError {
  override name = 'StaleHeadError';
}
