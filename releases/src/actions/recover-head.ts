import { AuditLogEntry, listAuditLog, writeAuditLogEntry } from '../history/audit-log';
import { selectUnrestrictedKeys, signDocument, verifyDocument } from '../signing/signed-document';
import { readComposition } from '../state/composition';
import type { Author, Environment, LiveState } from '../state/environment';
import { getHeadKey, type Head } from '../state/head';
import { getSigningKey, readLiveState } from '../state/live-state';
import { type DocumentRef, sha256 } from '../store/document-ref';
import { CorruptDocumentError } from '../store/parse-json';

/**
 * Signs a new HEAD for an environment whose HEAD is missing or cannot be read: what was live after the newest log entry that
 * verifies is live again. Locks and a canary are gone, since HEAD alone knew them. The newest entry may be of a change that was
 * killed before it was live: whoever repairs looks at what came of it.
 *
 * @throws A sentence when HEAD can be read, or no log entry verifies.
 */
export async function recoverHead(environment: Environment, author: Author): Promise<LiveState> {
  const { store, name } = environment;
  const signingKey = getSigningKey(environment);
  environment.authorize?.({ action: 'rollback', apps: ['*'], state: null });
  const stored = await store.get(getHeadKey(name));
  const good = stored && (await nullIfCorrupt(readLiveState(environment)));
  if (good) throw new Error(`HEAD of ${name} is good, at change ${good.head.seq}: there is nothing to repair.`);
  const entries = await listAuditLog(store, name);
  const { entry: newest, ref, set } = await findNewestEntry(environment, entries);
  // Above every number that was given, also to an entry that is damaged: gateways refuse a HEAD that they are past.
  const seq = Math.max(...entries.map((one) => one.seq)) + 1;
  const { live } = newest;
  const entry: AuditLogEntry = {
    schema: 1,
    env: name,
    seq,
    at: new Date().toISOString(),
    ...author,
    action: 'repair',
    isForced: false,
    findings: [],
    live,
    canary: null,
    previous: ref,
  };
  const log = await writeAuditLogEntry(store, entry, signingKey);
  const head: Head = { schema: 1, env: name, seq, live, canary: null, locks: {}, log };
  if (!(await store.compareAndSwap(getHeadKey(name), signDocument('head', head, signingKey), stored?.tag ?? null))) {
    throw new Error(`HEAD of ${name} was changed by somebody else meanwhile: look at it with status.`);
  }
  return { head, live: set, canary: null };
}

/** Null for what is damaged. @throws What the store throws: one that cannot be reached says nothing about what it holds. */
async function nullIfCorrupt<Document>(reading: Promise<Document>): Promise<Document | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CorruptDocumentError) return null;
    throw error;
  }
}

/** A log entry that verifies, and its reference. */
interface FoundEntry {
  entry: AuditLogEntry;
  ref: DocumentRef;
}

/** The newest entry that verifies and whose composition can be read, and that composition. */
async function findNewestEntry({ store, name, trusted }: Environment, entries: readonly { key: string }[]) {
  // Nothing vouches for an entry but its signature: a key that was replaced does not count here.
  const current = selectUnrestrictedKeys(trusted);
  const read = async (key: string): Promise<FoundEntry | null> => {
    const stored = await store.get(key);
    if (!stored) return null;
    const entry = verifyDocument('log', AuditLogEntry, stored.bytes, key, current);
    return entry.env === name ? { entry, ref: { key, sha256: sha256(stored.bytes) } } : null;
  };
  const found: FoundEntry[] = [];
  for (const { key } of entries) {
    const one = await nullIfCorrupt(read(key));
    if (one) found.push(one);
  }
  found.sort((one, other) => other.entry.seq - one.entry.seq || other.entry.at.localeCompare(one.entry.at));
  for (const one of found) {
    const set = await nullIfCorrupt(readComposition(store, one.entry.live, trusted));
    if (set) return { ...one, set };
  }
  throw new Error(
    `No log entry of ${name} is signed with a key that is trusted here: there is nothing to repair HEAD from.`,
  );
}
