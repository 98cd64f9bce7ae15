import { forAllKinds, seal, unseal } from '../signing/signed-document';
import { DamagedDocument } from '../store/parse-json';
import { type Author, type Environment, type LiveState, readState, requireSigningKey } from './change-head';
import { type DocumentRef, readSet, sha256 } from './composition-set';
import { type Head, headKey } from './head';
import { LogEntry, listLog, writeLogEntry } from './log';

/**
 * Signs a new HEAD for an environment whose HEAD is missing or cannot be read: what was live after the newest log entry that
 * verifies is live again. Locks and a canary are gone, since HEAD alone knew them. The newest entry may be of a change that was
 * killed before it was live: whoever repairs looks at what came of it.
 *
 * @throws A sentence when HEAD can be read, or no log entry verifies.
 */
export async function repairHead(environment: Environment, author: Author): Promise<LiveState> {
  const { store, name } = environment;
  const signingKey = requireSigningKey(environment);
  environment.permit?.({ action: 'rollback', apps: ['*'], state: null });
  const stored = await store.get(headKey(name));
  const good = stored && (await unlessDamaged(readState(environment)));
  if (good) throw new Error(`HEAD of ${name} is good, at change ${good.head.seq}: there is nothing to repair.`);
  const entries = await listLog(store, name);
  const { entry: newest, ref, set } = await findNewest(environment, entries);
  // Above every number that was given, also to an entry that is damaged: gateways refuse a HEAD that they are past.
  const seq = Math.max(...entries.map((one) => one.seq)) + 1;
  const { live } = newest;
  const entry: LogEntry = {
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
  const log = await writeLogEntry(store, entry, signingKey);
  const head: Head = { schema: 1, env: name, seq, live, canary: null, locks: {}, log };
  if (!(await store.compareAndSwap(headKey(name), seal('head', head, signingKey), stored?.tag ?? null))) {
    throw new Error(`HEAD of ${name} was changed by somebody else meanwhile: look at it with status.`);
  }
  return { head, live: set, canary: null };
}

/** Null for what is damaged. @throws What the store throws: one that cannot be reached says nothing about what it holds. */
async function unlessDamaged<Document>(reading: Promise<Document>): Promise<Document | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DamagedDocument) return null;
    throw error;
  }
}

/** A log entry that verifies, and its reference. */
interface FoundEntry {
  entry: LogEntry;
  ref: DocumentRef;
}

/** The newest entry that verifies and whose composition can be read, and that composition. */
async function findNewest({ store, name, trusted }: Environment, entries: readonly { key: string }[]) {
  // Nothing vouches for an entry but its signature: a key that was replaced does not count here.
  const current = forAllKinds(trusted);
  const read = async (key: string): Promise<FoundEntry | null> => {
    const stored = await store.get(key);
    if (!stored) return null;
    const entry = unseal('log', LogEntry, stored.bytes, key, current);
    return entry.env === name ? { entry, ref: { key, sha256: sha256(stored.bytes) } } : null;
  };
  const found: FoundEntry[] = [];
  for (const { key } of entries) {
    const one = await unlessDamaged(read(key));
    if (one) found.push(one);
  }
  found.sort((one, other) => other.entry.seq - one.entry.seq || other.entry.at.localeCompare(one.entry.at));
  for (const one of found) {
    const set = await unlessDamaged(readSet(store, one.entry.live, trusted));
    if (set) return { ...one, set };
  }
  throw new Error(
    `No log entry of ${name} is signed with a key that is trusted here: there is nothing to repair HEAD from.`,
  );
}
