import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { startObjectStoreNow, stopObjectStore } from '../testing/object-store/object-store';
import { testReleaseStore } from '../testing/store-conformance';
import { startTestServer } from '../testing/test-resources';
import type { S3Settings } from './s3-client';
import { createS3Store } from './s3-store';

const settings: S3Settings = {
  endpoint: 'http://127.0.0.1:1',
  bucket: 'releases',
  prefix: '',
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
};

/**
 * Starts an object store.
 *
 * @param honoursConditions  False: it ignores conditions, as some stores do that claim to be compatible with S3.
 */
async function startStore({ honoursConditions }: { honoursConditions: boolean }) {
  const objects = new Map<string, { bytes: Buffer; etag: string }>();
  const state = { isFull: false, probes: 0, failedLists: 0 };
  const { origin } = await startTestServer((incoming, response) => {
    const { url: key = '', method, headers } = incoming;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      if (key.includes('?list-type=')) {
        return response.writeHead(state.failedLists-- > 0 ? 503 : 200).end('<ListBucketResult/>');
      }
      const found = objects.get(key);
      if (method === 'DELETE') return response.writeHead(objects.delete(key) ? 204 : 404).end();
      if (method === 'GET') return response.writeHead(found ? 200 : 404, { etag: found?.etag ?? '' }).end(found?.bytes);
      if (key.includes('/probe/')) state.probes++;
      const isRefused = headers['if-none-match'] ? found !== undefined : headers['if-match'] !== found?.etag;
      if (honoursConditions && isRefused) return response.writeHead(412).end();
      if (state.isFull) return response.writeHead(500).end('<Error><Code>InternalError</Code></Error>');
      const etag = `"${randomUUID()}"`;
      objects.set(key, { bytes: Buffer.concat(chunks), etag });
      return response.writeHead(200, { etag }).end();
    });
  });
  return { settings: { ...settings, endpoint: origin }, state };
}

test('refuses to write to an object store that ignores conditional writes', async () => {
  const { settings } = await startStore({ honoursConditions: false });
  const store = await createS3Store(settings);
  await expect(store.putIfAbsent('a', Buffer.from('one'))).rejects.toThrow('ignores conditional writes');
  await expect(store.compareAndSwap('a', Buffer.from('one'), null)).rejects.toThrow('ignores conditional writes');
  expect(await store.get('a')).toBeNull();
});

test('reports an object store that does not answer', async () => {
  await expect(createS3Store(settings)).rejects.toThrow('The object store at http://127.0.0.1:1 does not answer');
});

test('reads an object store whose disks are full, says what to look at after a write, and writes when there is space', async () => {
  const { settings, state } = await startStore({ honoursConditions: true });
  await (await createS3Store(settings)).putIfAbsent('a', Buffer.from('one'));
  state.isFull = true;
  const store = await createS3Store(settings);
  const stored = await store.get('a');
  expect(String(Buffer.from(stored?.bytes ?? []))).toBe('one');
  expect([await store.list('env/'), await store.listFolders('env/')]).toEqual([[], []]);
  await expect(store.compareAndSwap('a', Buffer.from('two'), stored?.tag ?? '')).rejects.toThrow(
    /could not write probe\S+ in 12 attempts \(status 500 InternalError\): look whether its disks are full$/,
  );
  state.isFull = false;
  expect(await store.compareAndSwap('a', Buffer.from('two'), stored?.tag ?? '')).toBe(true);
  // The check that has succeeded is not repeated.
  const { probes } = state;
  expect(await store.putIfAbsent('b', Buffer.from('one'))).toBe(true);
  expect(state.probes).toBe(probes);
}, 60_000);

test('repeats a listing after a temporary error, also that of the start', async () => {
  const { settings, state } = await startStore({ honoursConditions: true });
  state.failedLists = 2;
  const store = await createS3Store(settings);
  state.failedLists = 2;
  expect(await store.list('env/')).toEqual([]);
});

/** Starts a proxy that closes the connection of the next `cuts` writes after the store has answered: they are written, and the writer does not know. */
async function startCuttingProxy(target: string) {
  const left = { cuts: 0 };
  const { origin: endpoint, stop } = await startTestServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request(`${target}${url}`, { method, headers }, (response) => {
      if (method === 'PUT' && left.cuts > 0) {
        left.cuts--;
        return void incoming.socket.destroy();
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  return { endpoint, left, close: stop };
}

const cluster = startObjectStoreNow();
const describeOnCeph = cluster ? describe : describe.skip;

describeOnCeph('on a Ceph object gateway', () => {
  const open = (change: Partial<S3Settings>) => createS3Store({ ...(cluster?.settings ?? settings), ...change });
  afterAll(() => cluster && stopObjectStore(cluster));

  testReleaseStore('an object store', () => open({ prefix: 'shop/' }));

  it('recognizes its own write when the connection is lost before the response', async () => {
    const { endpoint, left, close } = await startCuttingProxy(cluster?.settings.endpoint ?? '');
    const store = await open({ endpoint, prefix: 'cut/' });
    // The first write checks the object store.
    expect(await store.putIfAbsent('first', Buffer.from('one'))).toBe(true);
    left.cuts = 1;
    expect(await store.putIfAbsent('a', Buffer.from('one'))).toBe(true);
    expect(left.cuts).toBe(0);
    const current = await store.get('a');
    left.cuts = 1;
    expect(await store.compareAndSwap('a', Buffer.from('two'), current?.tag ?? '')).toBe(true);
    expect(left.cuts).toBe(0);
    expect(Buffer.from((await store.get('a'))?.bytes ?? []).toString()).toBe('two');
    // The write of another process is not taken for its own.
    left.cuts = 1;
    expect(await store.compareAndSwap('a', Buffer.from('three'), current?.tag ?? '')).toBe(false);
    expect(await store.putIfAbsent('a', Buffer.from('three'))).toBe(false);
    await close();
  });

  it('reports wrong credentials', async () => {
    const attempt = open({ secretAccessKey: 'wrong' });
    await expect(attempt).rejects.toThrow('The object store refused to list probe/');
  });

  it('keeps the objects of stores with different prefixes apart', async () => {
    const [first, second] = await Promise.all(['first/', 'second/'].map((prefix) => open({ prefix })));
    await first?.putIfAbsent('a/b', Buffer.from('x'));
    expect(await second?.get('a/b')).toBeNull();
    expect(await first?.list('a/')).toEqual(['a/b']);
  });
});
