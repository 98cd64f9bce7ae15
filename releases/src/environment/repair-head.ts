import { seal, type TrustedKeys, unseal } from '../signing/signed-document';
import { type Author, type Environment, type LiveState, readState, requireSigningKey } from './change-head';
import { type DocumentRef, readSet, sha256 } from './composition-set';
import { type Head, headKey } from './head';
import { LogEntry, writeLogEntry } from './log';

/**
 * Signs a new HEAD for an environment whose HEAD is missing or cannot be read: what was live after the newest log entry that
 * verifies is live again. Locks and a canary are gone, since HEAD alone knew them. The newest entry may be of a change that was
 * killed before it was live: whoever repairs looks at what came of it.
 *
 * @throws A sentence when HEAD can be read, or no log entry verifies.
 */
export async function repairHead(environment: Environment, author: Author): Promise<LiveState> {
  const { store, name, trusted } = environment;
  const signingKey = requireSigningKey(environment);
  environment.permit?.({ action: 'rollback', apps: ['*'], state: null });
  const stored = await store.get(headKey(name));
  const good = stored && (await readState(environment).catch(() => null));
  if (good) throw new Error(`HEAD of ${name} is good, at change ${good.head.seq}: there is nothing to repair.`);
  const { entry: newest, ref, seq: last } = await findNewest(environment);
  const seq = last + 1;
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
  return { head, live: await readSet(store, live, trusted), canary: null };
}

/** The newest entry whose composition can be read, and the highest number that any entry has. */
async function findNewest({ store, name, trusted }: Environment) {
  // Nothing vouches for an entry but its signature: a key that was replaced does not count here.
  const current: TrustedKeys = new Map([...trusted].filter(([id]) => !id.includes(' ')));
  const folder = `env/${name}/log/`;
  const keys = (await store.list(folder)).filter((key) => /^\d+-[0-9a-f]+\.json$/.test(key.slice(folder.length)));
  const found: { entry: LogEntry; ref: DocumentRef }[] = [];
  for (const key of keys) {
    const stored = await store.get(key);
    try {
      const entry = stored && unseal('log', LogEntry, stored.bytes, key, current);
      if (entry?.env === name) found.push({ entry, ref: { key, sha256: sha256(stored?.bytes ?? new Uint8Array()) } });
    } catch {
      // Damaged, or written by nobody who may.
    }
  }
  found.sort((one, other) => other.entry.seq - one.entry.seq || other.entry.at.localeCompare(one.entry.at));
  for (const one of found) {
    const isReadable = await readSet(store, one.entry.live, trusted).then(
      () => true,
      () => false,
    );
    if (isReadable) return { ...one, seq: found[0]?.entry.seq ?? one.entry.seq };
  }
  throw new Error(
    `No log entry of ${name} is signed with a key that is trusted here: there is nothing to repair HEAD from.`,
  );
}
