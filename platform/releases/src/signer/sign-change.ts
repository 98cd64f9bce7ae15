import {
  type SignedDocument,
  type SigningKey,
  selectUnrestrictedKeys,
  signDocument,
  type TrustedKeys,
  verifyDocument,
} from '../signing/signed-document';
import type { AppliedStep, NextComposition, RequestedStep } from '../state/apply-step';
import { AuditLogEntry, isBlocking, signAuditLogEntry } from '../state/audit-log';
import { type Canary, listCanaryApps, toCanaryName } from '../state/canary';
import { pickCanaryAudience } from '../state/canary-audience';
import { getCompositionSeq, readComposition, signComposition } from '../state/composition';
import type { LiveState } from '../state/environment';
import { getHeadKey, type Head } from '../state/head';
import type { RecoveryRequest, SignedChange } from '../state/signer';
import { type DocumentRef, readReferencedDocument } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import type { DocumentReader } from '../store/release-store';

/** Builds and signs the compositions, the log entry and HEAD of a change. Each contains the hashes of those before it. */
export function buildChange(
  { env, author, step, at }: RequestedStep,
  state: LiveState | null,
  applied: AppliedStep,
  key: SigningKey,
): SignedChange {
  const { action, findings, halted, locks, subject } = applied;
  const seq = (state?.head.seq ?? 0) + 1;
  const documents: SignedDocument[] = [];
  const write = ({ apps, ref }: NextComposition): DocumentRef => {
    if (ref) return ref;
    const number = getCompositionSeq(seq, documents.length);
    const { signed, ref: written } = signComposition({ schema: 1, env, seq: number, ...apps }, key);
    documents.push(signed);
    return written;
  };
  const live = write(applied.live);
  const canaries = applied.canaries.map(({ next, ...canary }): Canary => ({ ...canary, composition: write(next) }));
  const entry: AuditLogEntry = {
    schema: 2,
    env,
    seq,
    at,
    ...author,
    action,
    isForced: findings.some(isBlocking),
    findings,
    live,
    ...(subject ? { canary: toCanaryName(subject) } : {}),
    ...('app' in step ? { app: step.app } : {}),
    canaries: canaries.map(toLoggedCanary),
    halted,
    previous: state?.head.log ?? null,
    locks,
  };
  const log = signAuditLogEntry(entry, key);
  documents.push(log.signed);
  return { documents, head: signHead({ schema: 3, env, seq, live, canaries, locks, log: log.ref }, key) };
}

const signHead = (head: Head, key: SigningKey): SignedDocument => ({
  key: getHeadKey(head.env),
  text: signDocument('head', head, key).toString(),
});

/** The log does not contain the slots, which tell who had the canary. */
function toLoggedCanary(canary: Canary): AuditLogEntry['canaries'][number] {
  const { id, owner, composition, plan } = canary;
  return {
    id,
    owner,
    composition,
    apps: listCanaryApps(canary),
    ...pickCanaryAudience(canary),
    ...(plan ? { stages: plan.stages } : {}),
  };
}

/**
 * Reads the log entry that proves which composition was live.
 *
 * @throws {CorruptDocumentError} When the entry or its composition has no valid signature.
 * @throws {ConflictError} When the entry is of another environment.
 */
export async function readProof(
  { env, entry: ref }: RecoveryRequest,
  { documents, trusted }: { documents: DocumentReader; trusted: TrustedKeys },
): Promise<AuditLogEntry> {
  const bytes = await readReferencedDocument(documents, ref);
  // Only the signature protects an entry here, so a key that was replaced is not trusted.
  const proof = verifyDocument('log', AuditLogEntry, bytes, ref.key, selectUnrestrictedKeys(trusted));
  const composition = await readComposition(documents, proof.live, trusted);
  if (proof.env !== env || composition.env !== env) {
    throw new ConflictError(`${ref.key} is of the environment ${proof.env}, not of ${env}.`);
  }
  return proof;
}

/**
 * Builds a HEAD with the live composition and the locks of a log entry, and the next number. An entry of an earlier version says
 * nothing about locks: the environment is then locked until a person has looked.
 */
export function buildRecovery(request: RecoveryRequest, proof: AuditLogEntry, key: SigningKey): SignedChange {
  const { env, author, entry: previous } = request;
  const { live } = proof;
  const seq = proof.seq + 1;
  const unknown = { by: author.by, reason: 'the repaired HEAD may have had locks', at: new Date().toISOString() };
  const locks = proof.locks ?? { '*': unknown };
  const entry: AuditLogEntry = {
    schema: 2,
    env,
    seq,
    at: new Date().toISOString(),
    ...author,
    action: 'recover-head',
    isForced: false,
    findings: [],
    live,
    canaries: [],
    halted: [],
    previous,
    locks,
  };
  const log = signAuditLogEntry(entry, key);
  const head: Head = { schema: 3, env, seq, live, canaries: [], locks, log: log.ref };
  return { documents: [log.signed], head: signHead(head, key) };
}
