import * as v from 'valibot';
import { auditActions } from '../change-model/changes';
import {
  formatSeq,
  type SigningKey,
  signReferencedDocument,
  type TrustedKeys,
  verifyDocument,
} from '../signing/signed-document';
import { DocumentRef, readReferencedDocument } from '../store/document-ref';
import { nullIfCorrupt } from '../store/parse-json';
import type { DocumentReader, ReleaseStore } from '../store/release-store';
import { Canary, Stage } from './canary';

export const Finding = v.object({
  gate: v.string(),
  app: v.string(),
  problem: v.string(),
  remedy: v.string(),
  /** The composition may become live. The finding names what will break in a later one. */
  isWarning: v.exactOptional(v.literal(true)),
  /** Identifies the problem among those of its gate, where a release of another app changes the text. Absent: the text identifies it. */
  key: v.exactOptional(v.string()),
  /** What was measured, in the unit of its gate. Absent without a measurement, and in findings of earlier versions. */
  measured: v.exactOptional(v.number()),
});
export type Finding = v.InferOutput<typeof Finding>;

/** Whether a finding refuses a composition. A warning does not. */
export const isBlocking = ({ isWarning }: Finding): boolean => !isWarning;

export const formatFinding = ({ gate, app, problem, remedy, isWarning }: Finding): string =>
  `  ${isWarning ? 'warning · ' : ''}${gate} · ${app}: ${problem} → ${remedy}`;

/** Identifies a problem. The port of the server and measured times differ between runs. */
export const getProblemKey = ({ app, problem }: Pick<Finding, 'app' | 'problem'>): string =>
  `${app} ${problem.replace(/127\.0\.0\.1:\d+|\b\d+ ms\b/g, '')}`;

type IdentifiedFinding = Pick<Finding, 'gate' | 'app' | 'problem' | 'key' | 'measured'>;

/** Identifies a finding of a gate, also when the gate runs again. */
export const getFindingKey = (finding: IdentifiedFinding): string =>
  `${finding.gate} ${finding.key ?? getProblemKey(finding)}`;

/** How many times as much as the accepted value may be measured: the value differs between runs. */
const measuredTolerance = 1.5;

/**
 * Whether a finding is one of the audit log, and not measured at far more. The text decides where an earlier version logged it, without
 * a key.
 */
export function isSameFinding(found: IdentifiedFinding, logged: IdentifiedFinding): boolean {
  // An earlier version logged no value.
  if ((found.measured ?? 0) > (logged.measured ?? Number.POSITIVE_INFINITY) * measuredTolerance) return false;
  const { key: _, ...withoutKey } = found;
  return getFindingKey(logged.key === undefined ? withoutKey : found) === getFindingKey(logged);
}

/** Names a canary. The owner is the person who started it; empty when an earlier version of the software started it. */
export const canaryName = { id: v.string(), apps: v.array(v.string()), owner: v.string() };

/** A canary that a change of another app ended, with the reason for its owner. */
export const HaltedCanary = v.object({ ...canaryName, reason: v.string() });
export type HaltedCanary = v.InferOutput<typeof HaltedCanary>;

/** Locks by app. `*` locks the environment. */
export const Locks = v.record(v.string(), v.object({ by: v.string(), reason: v.string(), at: v.string() }));

/** `env/<env>/log/<seq>-<sha>.json`: one change of HEAD. */
export const AuditLogEntry = v.object({
  schema: v.literal(2),
  env: v.string(),
  seq: v.number(),
  at: v.string(),
  by: v.string(),
  action: v.picklist(auditActions),
  reason: v.string(),
  /** Id of the job of the release service that made the change. Absent for a change that did not wait. */
  job: v.exactOptional(v.string()),
  /** Whether the composition became live in spite of findings. */
  isForced: v.boolean(),
  findings: v.array(Finding),
  live: DocumentRef,
  /** The entry before. Null for the first entry of an environment. */
  previous: v.nullable(DocumentRef),
  canary: v.exactOptional(v.object(canaryName)),
  /** The app that the action locks or unlocks; `*` is the environment. Absent in entries of earlier versions. */
  app: v.exactOptional(v.string()),
  /** The running canaries after the change, without the slots, which tell who had them. */
  canaries: v.array(
    v.object({
      ...canaryName,
      ...v.pick(Canary, ['composition', 'share', 'staff', 'regions', 'groups']).entries,
      /** The stages to come. Absent without stages, and in entries of earlier versions. */
      stages: v.exactOptional(v.array(Stage)),
    }),
  ),
  /** Canaries that ended with the change, although the action was about another app. */
  halted: v.array(HaltedCanary),
  /** The locks after the change, for a repair of HEAD. Absent in entries of earlier versions. */
  locks: v.exactOptional(Locks),
});
export type AuditLogEntry = v.InferOutput<typeof AuditLogEntry>;

/** Signs an entry. The entry of a change that lost a race stays in the store, without a reference to it. */
export const signAuditLogEntry = (entry: AuditLogEntry, key: SigningKey) =>
  signReferencedDocument('log', 'log', entry, key);

const getLogFolder = (env: string) => `env/${env}/log/`;

/** Lists the keys of an environment's entries, and the number in each key. Includes entries that cannot be read. */
export async function listAuditLog(
  store: Pick<ReleaseStore, 'list'>,
  env: string,
): Promise<{ key: string; seq: number }[]> {
  const folder = getLogFolder(env);
  return (await store.list(folder)).flatMap((key) => {
    const [, seq] = key.slice(folder.length).match(/^(\d{6,15})-[0-9a-f]+\.json$/) ?? [];
    return seq ? [{ key, seq: Number(seq) }] : [];
  });
}

/** Reads an entry. @throws {CorruptDocumentError} When its hash or signature is wrong. */
export async function readAuditLogEntry(
  store: DocumentReader,
  ref: DocumentRef,
  trusted: TrustedKeys,
): Promise<AuditLogEntry> {
  return verifyDocument('log', AuditLogEntry, await readReferencedDocument(store, ref), ref.key, trusted);
}

/**
 * Reads the log from its newest entry back to its first. Verifies the hash and the signature of each entry.
 *
 * @throws {CorruptDocumentError} At an entry that is missing or was changed.
 */
export async function* readAuditLog(
  store: DocumentReader,
  newest: DocumentRef,
  trusted: TrustedKeys,
): AsyncGenerator<AuditLogEntry> {
  let next: DocumentRef | null = newest;
  while (next) {
    const entry: AuditLogEntry = await readAuditLogEntry(store, next, trusted);
    yield entry;
    next = entry.previous;
  }
}

/**
 * Finds the newest entry up to a number, without the entries between it and HEAD: its number is in its key, and the entry of
 * the next change names its hash. A change that lost a race may have left an entry with the same number. HEAD and the
 * entries between decide then which of the two is in the log.
 *
 * @returns Null when the log has no entry up to the number.
 * @throws {CorruptDocumentError} At an entry that is missing or was changed.
 */
export async function findAuditLogEntry(
  { store, name, trusted }: { store: ReleaseStore; name: string; trusted: TrustedKeys },
  { seq: newest, log }: { seq: number; log: DocumentRef },
  seq: number,
): Promise<DocumentRef | null> {
  if (seq >= newest) return log;
  let ref: DocumentRef | null = log;
  for (let next = seq + 1; next < newest; next++) {
    const [key, other] = await store.list(`${getLogFolder(name)}${formatSeq(next)}-`);
    const entry = key === undefined || other !== undefined ? null : await readUnreferencedEntry(store, key, trusted);
    if (entry?.env !== name) continue;
    if (next === seq + 1) return entry.previous;
    ref = entry.previous;
    break;
  }
  while (ref) {
    const entry: AuditLogEntry = await readAuditLogEntry(store, ref, trusted);
    if (entry.seq <= seq) break;
    ref = entry.previous;
  }
  return ref;
}

/** Reads an entry that only its signature protects. @returns Null when it is missing, or was changed. */
export async function readUnreferencedEntry(
  store: ReleaseStore,
  key: string,
  trusted: TrustedKeys,
): Promise<AuditLogEntry | null> {
  const stored = await store.get(key);
  return stored && nullIfCorrupt(() => verifyDocument('log', AuditLogEntry, stored.bytes, key, trusted));
}
