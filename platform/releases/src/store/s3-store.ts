import { randomUUID } from 'node:crypto';
import { UnavailableStoreError } from './errors';
import { assertKey, assertPrefix, type ReleaseStore, type StoredObject } from './release-store';
import { backOff, createS3Client, findErrorCode, maxAttempts, type S3Client, type S3Settings } from './s3-client';

/** Outcome of a conditional write. `unknown`: the object store may or may not have written. */
type WriteOutcome = 'written' | 'refused' | 'unknown';

const outcomes = new Map<number, WriteOutcome>([
  [200, 'written'],
  [412, 'refused'],
  // 409: another conditional write of the same key is in progress. The rest are temporary errors.
  [409, 'unknown'],
  [429, 'unknown'],
  [500, 'unknown'],
  [502, 'unknown'],
  [503, 'unknown'],
  [504, 'unknown'],
]);

/** What a person does when an object store reads and does not write. */
const writeRemedy = 'look whether its disks are full';

/** Carries an id of each write. A write with an unknown outcome is recognized by it. */
const writerHeader = 'x-amz-meta-writer';

/** Formats an entity tag for `If-Match`. */
type FormatTag = (etag: string) => string;

function createConditionalStore(client: S3Client, formatTag: FormatTag): ReleaseStore {
  const get = async (key: string): Promise<(StoredObject & { writer: string | null }) | null> => {
    for (let attempt = 0; ; attempt++) {
      const response = await client.request(key);
      if (response.ok) {
        const { headers } = response;
        const bytes = new Uint8Array(await response.arrayBuffer());
        return { bytes, tag: headers.get('etag') ?? '', writer: headers.get(writerHeader) };
      }
      if (response.status === 404) return null;
      if (response.status < 500 || attempt >= maxAttempts) return client.fail(response, `read ${key}`);
      await backOff(attempt);
    }
  };

  /** Why the newest write failed, as the end of a message. */
  let lastFailure = '';

  const write = async (
    key: string,
    bytes: Uint8Array,
    writer: string,
    condition: Record<string, string>,
  ): Promise<WriteOutcome> => {
    assertKey(key);
    // A lost connection says as little about the outcome as a temporary error does.
    const response = await client
      .put(key, bytes, { ...condition, [writerHeader]: writer })
      .catch((error: Error) => error);
    if (response instanceof Error) {
      lastFailure = response.message;
      return 'unknown';
    }
    const outcome = outcomes.get(response.status);
    if (!outcome) return client.fail(response, `write ${key}`);
    lastFailure = `status ${response.status} ${findErrorCode(await response.text().catch(() => ''))}`.trimEnd();
    return outcome;
  };

  const putIfAbsent: ReleaseStore['putIfAbsent'] = async (key, bytes) => {
    const writer = randomUUID();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const outcome = await write(key, bytes, writer, { 'if-none-match': '*' });
      if (outcome === 'written') return true;
      // A later attempt may be refused because an earlier one of this process was written.
      if (outcome === 'refused' && attempt === 0) return false;
      await backOff(attempt);
      const found = await get(key);
      if (found) return found.writer === writer;
    }
    throw new UnavailableStoreError(
      `The object store could not write ${key} in ${maxAttempts} attempts (${lastFailure}): ${writeRemedy}`,
    );
  };

  const compareAndSwap: ReleaseStore['compareAndSwap'] = async (key, bytes, tag) => {
    if (tag === null) return putIfAbsent(key, bytes);
    const writer = randomUUID();
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      // Object stores answer a condition on a missing key differently.
      const current = await get(key);
      if (!current) return false;
      // An earlier attempt with an unknown outcome may have been written. When another write has replaced it since, this
      // one counts as lost: the caller reads the key again.
      if (current.tag !== tag) return current.writer === writer;
      const outcome = await write(key, bytes, writer, { 'if-match': formatTag(tag) });
      if (outcome === 'written') return true;
      if (outcome === 'refused' && attempt === 0) return false;
      await backOff(attempt);
    }
    throw new UnavailableStoreError(
      `The object store could not swap ${key} in ${maxAttempts} attempts (${lastFailure}): ${writeRemedy}`,
    );
  };

  /** Lists keys, or with `isDeep` false also the folders in place of the keys in them. */
  const listAll = async (prefix: string, isDeep: boolean) => {
    assertPrefix(prefix);
    const [keys, folders]: [string[], string[]] = [[], []];
    let token: string | undefined;
    do {
      const page = await client.list(prefix, isDeep, token);
      keys.push(...page.keys);
      folders.push(...page.folders);
      token = page.nextToken;
    } while (token);
    return { keys, folders };
  };

  const list: ReleaseStore['list'] = async (prefix) => (await listAll(prefix, true)).keys.sort();

  const listFolders: ReleaseStore['listFolders'] = async (folder) =>
    (await listAll(folder, false)).folders.map((name) => name.slice(folder.length, -1)).sort();

  const remove: ReleaseStore['remove'] = async (key) => {
    const response = await client.request(key, { method: 'DELETE' });
    if (!response.ok && response.status !== 404) await client.fail(response, `remove ${key}`);
  };

  return { get, putIfAbsent, compareAndSwap, list, listFolders, remove };
}

/** `If-Match` takes the tag with its quotes, as RFC 9110 defines it. Ceph takes it without. */
const tagFormats: readonly FormatTag[] = [(etag) => etag, (etag) => etag.replaceAll('"', '')];

/** Folder of the keys with which the check of conditional writes tests the object store. */
const probeFolder = 'probe/';

/**
 * Creates a release store in an S3-compatible object store. Before the first write it checks, on a key of its own, that the object
 * store honours conditional writes: without them one of two concurrent promotions would be lost. An object store whose disks are
 * full can be read, so a read does not need the check.
 *
 * @throws {UnavailableStoreError} When the object store is unavailable, has no such bucket, or refuses the credentials. A write
 *   throws it when the object store ignores the conditions.
 */
export async function createS3Store(settings: S3Settings): Promise<ReleaseStore> {
  const client = createS3Client(settings);
  await client.list(probeFolder, true, undefined);
  let opening: Promise<ReleaseStore> | null = null;
  const getWriter = () => {
    // The next write repeats a check that has failed: the disks may have space by then.
    opening ??= openForWrites(client, settings.endpoint).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  };
  return {
    ...createConditionalStore(client, (etag) => etag),
    putIfAbsent: async (key, bytes) => (await getWriter()).putIfAbsent(key, bytes),
    compareAndSwap: async (key, bytes, tag) => (await getWriter()).compareAndSwap(key, bytes, tag),
  };
}

/** Finds the format of tags with which the object store honours conditional writes. @throws {UnavailableStoreError} */
async function openForWrites(client: S3Client, endpoint: string): Promise<ReleaseStore> {
  for (const formatTag of tagFormats) {
    const store = createConditionalStore(client, formatTag);
    const support = await probeConditionalWrites(store, client, formatTag);
    if (support === 'honoured') return store;
    if (support === 'ignored') break;
  }
  throw new UnavailableStoreError(
    `The object store at ${endpoint} ignores conditional writes (If-None-Match, If-Match): two promotions at ` +
      'once could lose one. Use a store that honours them.',
  );
}

async function probeConditionalWrites(
  store: ReleaseStore,
  client: S3Client,
  formatTag: FormatTag,
): Promise<'honoured' | 'ignored' | 'other-tag-format'> {
  const key = `${probeFolder}${randomUUID()}`;
  const contents = ['first', 'second', 'third'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
  const isPut = await store.putIfAbsent(key, contents[0]);
  try {
    const isPutOnce = isPut && !(await store.putIfAbsent(key, contents[1]));
    const staleTag = (await store.get(key))?.tag ?? '';
    const isSwapped = await store.compareAndSwap(key, contents[1], staleTag);
    if (!isPutOnce) return 'ignored';
    if (!isSwapped) return 'other-tag-format';
    // Sent directly: `compareAndSwap` would notice the stale tag itself, and would not ask the object store.
    const response = await client.put(key, contents[2], { 'if-match': formatTag(staleTag) });
    return response.ok ? 'ignored' : 'honoured';
  } finally {
    await store.remove(key);
  }
}
