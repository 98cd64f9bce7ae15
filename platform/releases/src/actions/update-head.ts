import { type CheckComposition, recordGates } from '../gates/run-gates';
import { getReleasePrefix } from '../release/release';
import { assertReleaseAvailable } from '../release/removal-marker';
import type { Author, Environment, LiveState } from '../state/environment';
import { getHeadKey, type HeadReader, parseHead } from '../state/head';
import { getSigner, listServedReleases, readCompositions, readLiveState } from '../state/live-state';
import {
  type ChangeRequest,
  type GateReport,
  type SignedChange,
  type Signer,
  StaleHeadError,
  type Step,
} from '../state/signer';
import { readReferencedDocument } from '../store/document-ref';
import { ConflictError } from '../store/errors';
import type { ReleaseStore } from '../store/release-store';

interface HeadChange extends Partial<Pick<ChangeRequest, 'isForced' | 'freezes'>> {
  step: Step;
}

/** The live state that an action has found or made. Changes of other people may have followed. */
export interface UpdatedState extends LiveState {
  /** Whether this action changed HEAD. Otherwise nothing had to change. */
  isChanged: boolean;
}

/** The gates of one try of a change. */
export interface RecordedGates {
  check: CheckComposition;
  /** What the gates found, for the signer. */
  report: GateReport[];
}

/**
 * Updates HEAD with compare-and-swap. Every promotion, canary step, rollback and lock goes through this function. When
 * another change came first, `decide` runs again with the new state, so no update is lost. A process that is killed leaves
 * documents without a reference to them; HEAD is the old one or the new one.
 *
 * @param gates  The signer gets their report. Null for a change that brings nothing new to visitors.
 * @param decide  Called with the live state, null in a new environment, and with the gates. Returns null when nothing has to change.
 * @returns The state that this change made, also when another change has followed. The live state when nothing had to change.
 * @throws When there is no signer, it refuses the change, HEAD was lost, or a new release is not in the store.
 */
export async function updateHead(
  environment: Environment,
  author: Author,
  gates: CheckComposition | null,
  decide: (state: LiveState | null, gates: RecordedGates) => Promise<HeadChange | null>,
): Promise<UpdatedState> {
  const { store, name, trusted } = environment;
  const signer = await getSigner(environment);
  const record = recordGates(gates ?? (async () => []));
  let staleSeq: number | undefined;
  for (;;) {
    const documents: Record<string, string> = {};
    const reader = recordReads(store, documents);
    const state = await readLiveState({ ...environment, store: reader });
    const report: GateReport[] = [];
    const change = await decide(state, { check: record(report), report });
    if (!change) {
      if (!state)
        throw new ConflictError(`${name} has nothing live yet: promote shell first, or together with its remotes.`);
      return { ...state, isChanged: false };
    }
    const { step, isForced = false, freezes = [] } = change;
    if ('live' in step && 'key' in step.live) await readReferencedDocument(reader, step.live);
    await environment.reauthorize?.();
    const seq = (state?.head.seq ?? 0) + 1;
    const signed = await sign(signer, { env: name, author, step, isForced, documents, freezes, report });
    if (signed instanceof StaleHeadError) {
      // Another change came first. With the same HEAD again, the store holds an older HEAD than it did.
      if (staleSeq === seq) throw signed;
      staleSeq = seq;
      continue;
    }
    await writeDocuments(store, signed);
    const bytes = Buffer.from(signed.head.text);
    const next = await readCompositions(environment, parseHead(bytes, signed.head.key, trusted), state);
    await assertReleasesAvailable(store, state, next);
    if (await store.compareAndSwap(getHeadKey(name), bytes, state?.tag ?? null)) {
      // The change is live. An error of this read must not fail the action, or the caller would repeat it.
      const after = await readLiveState(environment).catch(() => next);
      if (after && after.head.seq >= seq) return { ...(after.head.seq > seq ? next : after), isChanged: true };
      throw new Error(`${getHeadKey(name)} does not hold what was just written: the release store loses writes`);
    }
  }
}

/** Adds each document that is read to a record. The signer verifies them. */
export const recordReads = (store: ReleaseStore, documents: Record<string, string>): HeadReader => ({
  list: store.list,
  get: async (key) => {
    const stored = await store.get(key);
    if (stored) documents[key] = Buffer.from(stored.bytes).toString();
    return stored;
  },
});

/** @returns A stale HEAD as a value: the caller tries again. */
async function sign(signer: Signer, request: ChangeRequest): Promise<SignedChange | StaleHeadError> {
  try {
    return await signer.signChange(request);
  } catch (error) {
    if (error instanceof StaleHeadError) return error;
    throw error;
  }
}

/** Writes the compositions, then the log entry. To write the same document again changes nothing. */
export async function writeDocuments(store: ReleaseStore, { documents }: SignedChange): Promise<void> {
  const write = ({ key, text }: SignedChange['documents'][number]) => store.putIfAbsent(key, Buffer.from(text));
  await Promise.all(documents.slice(0, -1).map(write));
  await Promise.all(documents.slice(-1).map(write));
}

/**
 * Checks that gc does not remove a release that becomes live. The log entry is written before this check, and gc reads the
 * log after it has written its markers. Releases that are live already, or in a canary, are not checked: gc keeps them, and a
 * damaged one must not block the change that replaces it or the rollback of another app.
 */
async function assertReleasesAvailable(store: ReleaseStore, state: LiveState | null, next: LiveState): Promise<void> {
  const known = new Set((state ? listServedReleases(state) : []).map(getReleasePrefix));
  const added = listServedReleases(next).filter((release) => !known.has(getReleasePrefix(release)));
  await Promise.all(added.map((id) => assertReleaseAvailable(store, id)));
}
