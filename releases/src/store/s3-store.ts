import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { assertKey, type ReleaseStore, type StoredObject } from './release-store';

/** Where an S3-compatible object store is, and who we are to it. */
export interface S3Settings {
  /** `https://s3.ap-south-1.amazonaws.com`, without a slash at the end. */
  endpoint: string;
  bucket: string;
  /** Put before every key; empty or with a slash at the end. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Milliseconds one request may take. */
const requestTimeout = 15_000;
/** A write that the store answers with trouble of its own is looked up and tried again so often. */
const attempts = 12;

/** What a conditional write came to. `unsure` means that the store may or may not have written. */
type Written = 'written' | 'refused' | 'unsure';

const outcomes = new Map<number, Written>([
  [200, 'written'],
  [412, 'refused'],
  // Another conditional write of the same key is under way, or the store is in trouble: nothing is known.
  [409, 'unsure'],
  [429, 'unsure'],
  [500, 'unsure'],
  [502, 'unsure'],
  [503, 'unsure'],
  [504, 'unsure'],
]);

/** Waits a little longer after every attempt, and never in step with other writers. */
const pause = (attempt: number) => sleep(20 * 2 ** Math.min(attempt, 6) * (0.5 + Math.random()));

/** Every write is signed with a mark of its own, by which it is known again when the answer told nothing. */
const writerHeader = 'x-amz-meta-writer';

class ObjectStoreError extends Error {}

/** A `+`, as in a version's build metadata, would be signed as a space if it stood there as it is. */
const objectUrl = ({ endpoint, bucket, prefix }: S3Settings, key: string) =>
  `${endpoint}/${bucket}/${(prefix + key).split('/').map(encodeURIComponent).join('/')}`;

/**
 * A release store in an S3-compatible object store.
 *
 * @param tagForm Whether `If-Match` takes the tag with its quotes, as the standard has it, or without, as Ceph does.
 */
function s3Store(settings: S3Settings, tagForm: (etag: string) => string): ReleaseStore {
  const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const bucketUrl = `${endpoint}/${bucket}`;

  const request = async (url: string, init: RequestInit = {}): Promise<Response> => {
    try {
      return await client.fetch(url, { ...init, signal: AbortSignal.timeout(requestTimeout) });
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      throw new ObjectStoreError(`The object store at ${endpoint} does not answer (${String(cause)})`);
    }
  };
  const urlOf = (key: string) => {
    assertKey(key);
    return objectUrl(settings, key);
  };
  const refuse = async (response: Response, what: string): Promise<never> => {
    const code = (await response.text()).match(/<Code>([^<]+)<\/Code>/)?.[1] ?? '';
    throw new ObjectStoreError(`The object store refused to ${what}: status ${response.status} ${code}`.trimEnd());
  };

  const get = async (key: string): Promise<(StoredObject & { writer: string | null }) | null> => {
    for (let attempt = 0; ; attempt++) {
      const response = await request(urlOf(key));
      if (response.ok) {
        const { headers } = response;
        const bytes = new Uint8Array(await response.arrayBuffer());
        return { bytes, tag: headers.get('etag') ?? '', writer: headers.get(writerHeader) };
      }
      if (response.status === 404) return null;
      if (response.status < 500 || attempt >= attempts) return refuse(response, `read ${key}`);
      await pause(attempt);
    }
  };

  const write = async (
    key: string,
    bytes: Uint8Array,
    writer: string,
    condition: Record<string, string>,
  ): Promise<Written> => {
    const headers = {
      ...condition,
      [writerHeader]: writer,
      'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
    };
    const put = { method: 'PUT', body: Buffer.from(bytes), headers };
    // A connection that was cut tells no more than a store in trouble does.
    const response = await request(urlOf(key), put).catch(() => null);
    if (!response) return 'unsure';
    const outcome = outcomes.get(response.status);
    if (!outcome) return refuse(response, `write ${key}`);
    await response.body?.cancel();
    return outcome;
  };

  const putIfAbsent: ReleaseStore['putIfAbsent'] = async (key, bytes) => {
    const writer = randomUUID();
    for (let attempt = 0; attempt < attempts; attempt++) {
      const written = await write(key, bytes, writer, { 'if-none-match': '*' });
      if (written === 'written') return true;
      // What refuses a later attempt may be an earlier one of ours.
      if (written === 'refused' && attempt === 0) return false;
      await pause(attempt);
      const found = await get(key);
      if (found) return found.writer === writer;
    }
    throw new ObjectStoreError(`The object store could not write ${key}: it was tried ${attempts} times`);
  };

  const compareAndSwap: ReleaseStore['compareAndSwap'] = async (key, bytes, tag) => {
    if (tag === null) return putIfAbsent(key, bytes);
    const writer = randomUUID();
    for (let attempt = 0; attempt < attempts; attempt++) {
      // A condition on a key that is gone is answered differently from store to store.
      const before = await get(key);
      if (!before) return false;
      // Ours, when an earlier attempt was written without saying so. Overtaken since, it counts as lost: the caller looks again.
      if (before.tag !== tag) return before.writer === writer;
      const written = await write(key, bytes, writer, { 'if-match': tagForm(tag) });
      if (written === 'written') return true;
      if (written === 'refused' && attempt === 0) return false;
      await pause(attempt);
    }
    throw new ObjectStoreError(`The object store could not swap ${key}: it was tried ${attempts} times`);
  };

  const list: ReleaseStore['list'] = async (listed) => {
    assertKey(listed.replace(/\/$/, ''));
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + listed });
      if (token) query.set('continuation-token', token);
      const response = await request(`${bucketUrl}?${query}`);
      if (!response.ok) return refuse(response, `list ${listed}`);
      const xml = await response.text();
      // Keys are made of letters, digits and a few signs that XML leaves alone (`assertKey`).
      keys.push(...[...xml.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key.slice(prefix.length)));
      token = xml.match(/<NextContinuationToken>([^<]+)<\/NextContinuationToken>/)?.[1];
    } while (token);
    return keys.sort();
  };

  const remove: ReleaseStore['remove'] = async (key) => {
    const response = await request(urlOf(key), { method: 'DELETE' });
    if (!response.ok && response.status !== 404) await refuse(response, `remove ${key}`);
  };

  return { get, putIfAbsent, compareAndSwap, list, remove };
}

/** The two ways in which stores want the tag of `If-Match`. */
const tagForms = [(etag: string) => etag, (etag: string) => etag.replaceAll('"', '')];

/**
 * Opens a release store in an S3-compatible object store, after trying on a key of its own that the store honours
 * conditional writes: without them two promotions would overwrite each other unseen.
 *
 * @throws A sentence when it does not answer, refuses us, or ignores the conditions.
 */
export async function createS3Store(settings: S3Settings): Promise<ReleaseStore> {
  const key = `probe/${randomUUID()}`;
  const [one, two, three] = ['one', 'two', 'three'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
  for (const tagForm of tagForms) {
    const store = s3Store(settings, tagForm);
    const isPut = await store.putIfAbsent(key, one);
    try {
      const isPutOnce = isPut && !(await store.putIfAbsent(key, two));
      const first = (await store.get(key))?.tag ?? '';
      const isSwapped = await store.compareAndSwap(key, two, first);
      if (!isPutOnce) break;
      if (!isSwapped) continue;
      // Not by way of `compareAndSwap`, which would see the other tag itself and never ask the store.
      if (!(await swapsBlindly(settings, key, three, tagForm(first)))) return store;
      break;
    } finally {
      await store.remove(key);
    }
  }
  throw new Error(
    `The object store at ${settings.endpoint} ignores conditional writes (If-None-Match, If-Match): two promotions at ` +
      'once could lose one. Use a store that honours them.',
  );
}

/** Whether a store writes although the condition names a version that is gone. */
async function swapsBlindly(settings: S3Settings, key: string, bytes: Buffer, staleTag: string): Promise<boolean> {
  const { region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const response = await client.fetch(objectUrl(settings, key), {
    method: 'PUT',
    body: new Uint8Array(bytes),
    headers: { 'if-match': staleTag },
    signal: AbortSignal.timeout(requestTimeout),
  });
  return response.ok;
}
