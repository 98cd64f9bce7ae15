import { selectUnrestrictedKeys, verifyDocument } from '../signing/signed-document';
import { AuditLogEntry, listAuditLog } from '../state/audit-log';
import { readComposition } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import { getHeadKey, parseHead } from '../state/head';
import { getSigner, readLiveState } from '../state/live-state';
import type { SignedChange } from '../state/signer';
import { type DocumentRef, sha256 } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import { nullIfCorrupt } from '../store/parse-json';
import { recordReads, writeDocuments } from './update-head';

/**
 * Signs a new HEAD for an environment whose HEAD is missing or invalid. The composition and the locks of the newest log entry with a
 * valid signature are live again. Canaries are lost, because only HEAD contained them. The newest entry may belong to a change
 * that was killed before it was live: check the result.
 *
 * @throws When HEAD is valid, no log entry has a valid signature, or another change came first.
 */
export async function recoverHead(environment: Environment, author: Author): Promise<LiveState> {
  const { store, name } = environment;
  const signer = await getSigner(environment);
  environment.authorize?.({ action: 'rollback', apps: ['*'], state: null });
  const stored = await store.get(getHeadKey(name));
  const valid = stored && (await nullIfCorrupt(() => readLiveState(environment)));
  if (valid)
    throw new ConflictError(`HEAD of ${name} is valid, at change ${valid.head.seq}: there is nothing to repair.`);
  const entries = await listAuditLog(store, name);
  const { ref, composition, documents } = await findNewestEntry(environment, entries);
  const highest = Math.max(...entries.map((listed) => listed.seq));
  let entry = ref;
  let signed: SignedChange;
  for (;;) {
    signed = await signer.signRecovery({ env: name, author, entry, documents });
    await writeDocuments(store, signed);
    const { log, seq } = parseHead(Buffer.from(signed.head.text), signed.head.key, environment.trusted);
    // Gateways reject a HEAD that is not higher than each that they have seen. A damaged entry may be the one of such a HEAD.
    if (seq > highest) break;
    entry = log;
    for (const { key, text } of signed.documents) documents[key] = text;
  }
  const bytes = Buffer.from(signed.head.text);
  if (!(await store.compareAndSwap(getHeadKey(name), bytes, stored?.tag ?? null))) {
    throw new ConflictError(`HEAD of ${name} was changed by another process in the meantime: check it with status.`);
  }
  const head = parseHead(bytes, signed.head.key, environment.trusted);
  return { head, live: composition, canaries: [] };
}

interface FoundEntry {
  entry: AuditLogEntry;
  ref: DocumentRef;
}

async function findNewestEntry({ store, name, trusted }: Environment, entries: readonly { key: string }[]) {
  // Only the signature protects an entry here, so a key that was replaced is not trusted.
  const unrestricted = selectUnrestrictedKeys(trusted);
  const read = async (key: string): Promise<FoundEntry | null> => {
    const stored = await store.get(key);
    if (!stored) return null;
    const entry = verifyDocument('log', AuditLogEntry, stored.bytes, key, unrestricted);
    return entry.env === name ? { entry, ref: { key, sha256: sha256(stored.bytes) } } : null;
  };
  const found: FoundEntry[] = [];
  for (const { key } of entries) {
    const entry = await nullIfCorrupt(() => read(key));
    if (entry) found.push(entry);
  }
  found.sort((a, b) => b.entry.seq - a.entry.seq || b.entry.at.localeCompare(a.entry.at));
  for (const candidate of found) {
    const documents: Record<string, string> = {};
    const reader = recordReads(store, documents);
    const composition = await nullIfCorrupt(() => readComposition(reader, candidate.entry.live, trusted));
    if (!composition) continue;
    await reader.get(candidate.ref.key);
    return { ref: candidate.ref, composition, documents };
  }
  throw new ConflictError(
    `No log entry of ${name} is signed with a key that is trusted here: there is nothing to repair HEAD from.`,
  );
}
