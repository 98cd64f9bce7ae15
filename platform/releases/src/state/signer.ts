import * as v from 'valibot';
import { auditActions } from '../change-model/changes';
import { PinnedRelease } from '../release/release';
import type { SignedDocument } from '../signing/signed-document';
import { DocumentRef } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import { Finding, HaltedCanary } from './audit-log';
import { Canary } from './canary';
import { environmentNamePattern } from './environment-name';

/*
 * What the signer is asked to sign. The signer holds the private key and nothing else: it reads no release store, so a request
 * contains the signed documents that the change starts from. docs/decisions/0059
 */

/** Part of a key. */
const EnvironmentName = v.pipe(v.string(), v.regex(environmentNamePattern));
const Author = v.strictObject({ by: v.pipe(v.string(), v.minLength(1)), reason: v.string() });
/** Findings of one composition, or of one change. More would take the signer long to compare. */
const Findings = v.pipe(v.array(Finding), v.maxLength(500, 'the gates have more than 500 findings'));
/** Signed documents of the release store: their text by their key. */
const Documents = v.record(v.string(), v.string());

/** A new composition, or a reference to a signed one. */
export const PlannedComposition = v.union([
  DocumentRef,
  v.object({ shell: PinnedRelease, remotes: v.array(PinnedRelease) }),
]);
export type PlannedComposition = v.InferOutput<typeof PlannedComposition>;

/** A canary of the next HEAD. The signer composes it and gives it its slots. */
const PlannedCanary = v.omit(Canary, ['composition', 'slots', 'start']);
export type PlannedCanary = v.InferOutput<typeof PlannedCanary>;

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

/** A change of HEAD. The signer builds the compositions, the log entry and HEAD from it. */
export const ChangeRequest = v.strictObject({
  env: EnvironmentName,
  action: v.picklist(auditActions.filter((action) => action !== 'recover-head')),
  author: Author,
  /** HEAD that the change starts from, with its compositions and those that `live` refers to. Without HEAD: a new environment. */
  documents: Documents,
  /** The live composition. Absent: it stays. */
  live: v.exactOptional(PlannedComposition),
  /** The running canaries, oldest first. Absent: they stay. */
  canaries: v.exactOptional(v.array(PlannedCanary)),
  /** Id of the canary that the action starts, changes or ends. */
  canary: v.exactOptional(v.string()),
  halted: v.array(HaltedCanary),
  /** The app that the action locks or unlocks; `*` is the environment. */
  app: v.exactOptional(v.string()),
  isForced: v.boolean(),
  findings: Findings,
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
 * {@link SignerRefusedError} when the request breaks a rule.
 */
export interface Signer {
  /** Rejects when the signer cannot be reached, or has no key. */
  getKeyId: () => Promise<string>;
  /** Rejects with {@link StaleHeadError} when the request starts from a HEAD that is not the newest. */
  signChange: (request: ChangeRequest) => Promise<SignedChange>;
  signRecovery: (request: RecoveryRequest) => Promise<SignedChange>;
  signLink: (request: LinkRequest) => Promise<SignedDocument>;
}

/** The signer refuses a request. The message says why, in one line. */
export class SignerRefusedError extends ConflictError {
  override name = 'SignerRefusedError';
}

/** The request starts from an older HEAD than the signer has seen. A caller that lost a race reads HEAD again. */
export class StaleHeadError extends SignerRefusedError {
  override name = 'StaleHeadError';
}
