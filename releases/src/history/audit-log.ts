import * as v from 'valibot';
import { type SigningKey, signDocument, type TrustedKeys, verifyDocument } from '../signing/signed-document';
import { DocumentRef, readReferencedDocument, sha256 } from '../store/document-ref';
import type { ReleaseStore } from '../store/release-store';

/** What a gate found against a composition. */
export const Finding = v.object({
  gate: v.string(),
  app: v.string(),
  problem: v.string(),
  remedy: v.string(),
});
export type Finding = v.InferOutput<typeof Finding>;

/** What one change of HEAD was: who did what, when and why. */
export const AuditLogEntry = v.object({
  schema: v.literal(1),
  env: v.string(),
  seq: v.number(),
  at: v.string(),
  by: v.string(),
  action: v.picklist(['promote', 'canary', 'rollout', 'complete', 'halt', 'rollback', 'lock', 'unlock', 'repair']),
  reason: v.string(),
  /** Whether the composition went live against a gate's finding. */
  isForced: v.boolean(),
  findings: v.array(Finding),
  live: DocumentRef,
  canary: v.nullable(
    v.object({
      composition: DocumentRef,
      share: v.number(),
      staff: v.exactOptional(v.literal(true)),
      regions: v.exactOptional(v.array(v.string())),
    }),
  ),
  /** Null for the first entry of an environment. */
  previous: v.nullable(DocumentRef),
});
export type AuditLogEntry = v.InferOutput<typeof AuditLogEntry>;

/** Writes an entry. One whose change was overtaken stays behind, named by nobody: harmless. */
export async function writeAuditLogEntry(
  store: ReleaseStore,
  entry: AuditLogEntry,
  key: SigningKey,
): Promise<DocumentRef> {
  const bytes = signDocument('log', entry, key);
  const hash = sha256(bytes);
  const name = `env/${entry.env}/log/${String(entry.seq).padStart(6, '0')}-${hash.slice(0, 12)}.json`;
  await store.putIfAbsent(name, bytes);
  return { key: name, sha256: hash };
}

/** Keys of an environment's log entries with the number that each has by its name, whether it can be read or not. */
export async function listAuditLog(store: ReleaseStore, env: string): Promise<{ key: string; seq: number }[]> {
  const folder = `env/${env}/log/`;
  return (await store.list(folder)).flatMap((key) => {
    const [, seq] = key.slice(folder.length).match(/^(\d{6,15})-[0-9a-f]+\.json$/) ?? [];
    return seq ? [{ key, seq: Number(seq) }] : [];
  });
}

/**
 * Walks the log back from its newest entry, checking hash and signature of each.
 *
 * @throws When an entry is missing or was changed: the chain is broken there.
 */
export async function* readAuditLog(
  store: ReleaseStore,
  newest: DocumentRef,
  trusted: TrustedKeys,
): AsyncGenerator<AuditLogEntry> {
  let next: DocumentRef | null = newest;
  while (next) {
    const bytes: Uint8Array = await readReferencedDocument(store, next);
    const entry: AuditLogEntry = verifyDocument('log', AuditLogEntry, bytes, next.key, trusted);
    yield entry;
    next = entry.previous;
  }
}
