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

/** Starts an object store that ignores conditions, as some stores do that claim to be compatible with S3. */
function startUnconditionalStore() {
  const objects = new Map<string, Buffer>();
  return startTestServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const key = request.url ?? '';
      if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks));
      if (request.method === 'DELETE') objects.delete(key);
      const found = objects.get(key);
      response.writeHead(found || request.method !== 'GET' ? 200 : 404, { etag: '"same"' }).end(found);
    });
  });
}

test('rejects an object store that ignores conditional writes', async () => {
  const { origin: endpoint } = await startUnconditionalStore();
  await expect(createS3Store({ ...settings, endpoint })).rejects.toThrow('ignores conditional writes');
});

test('reports an object store that does not answer', async () => {
  await expect(createS3Store(settings)).rejects.toThrow('The object store at http://127.0.0.1:1 does not answer');
});

test('the error of an object store whose disks are full has its status and code, and what to look at', async () => {
  const { origin } = await startTestServer(({ method }, response) => {
    response.writeHead(method === 'PUT' ? 500 : 404).end('<Error><Code>InternalError</Code></Error>');
  });
  await expect(createS3Store({ ...settings, endpoint: origin })).rejects.toThrow(
    /could not write probe\S+ in 12 attempts \(status 500 InternalError\): look whether its disks are full$/,
  );
}, 60_000);

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
    await expect(attempt).rejects.toThrow('The object store refused to write probe/');
  });

  it('keeps the objects of stores with different prefixes apart', async () => {
    const [first, second] = await Promise.all(['first/', 'second/'].map((prefix) => open({ prefix })));
    await first?.putIfAbsent('a/b', Buffer.from('x'));
    expect(await second?.get('a/b')).toBeNull();
    expect(await first?.list('a/')).toEqual(['a/b']);
  });
});
