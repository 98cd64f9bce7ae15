import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startObjectStoreNow, stopObjectStore } from '../testing/object-store/object-store';
import { testReleaseStore } from '../testing/store-conformance';
import { createS3Store, type S3Settings } from './s3-store';

const settings: S3Settings = {
  endpoint: 'http://127.0.0.1:1',
  bucket: 'releases',
  prefix: '',
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
};

/** A store that writes whatever it is sent, as some do that call themselves compatible. */
function carelessStore(): Promise<Server> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
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
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

test('refuses a store that ignores conditional writes', async () => {
  const server = await carelessStore();
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(createS3Store({ ...settings, endpoint })).rejects.toThrow('ignores conditional writes');
  await new Promise((resolve) => server.close(resolve));
});

test('says when a store does not answer', async () => {
  await expect(createS3Store(settings)).rejects.toThrow('The object store at http://127.0.0.1:1 does not answer');
});

/** Passes on what it is sent. `cuts` writes are hung up on once the store has answered: they are written, and nobody is told. */
async function cuttingProxy(target: string) {
  const left = { cuts: 0 };
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const passed = request(`${target}${url}`, { method, headers }, (answer) => {
      if (method === 'PUT' && left.cuts > 0) {
        left.cuts--;
        return void incoming.socket.destroy();
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, left, close };
}

const cluster = startObjectStoreNow();
const describeOnCeph = cluster ? describe : describe.skip;

describeOnCeph('on a Ceph object gateway', () => {
  const open = (change: Partial<S3Settings>) => createS3Store({ ...(cluster?.settings ?? settings), ...change });
  afterAll(() => cluster && stopObjectStore(cluster));

  testReleaseStore('an object store', () => open({ prefix: 'shop/' }));

  it('knows its own writes again when the connection is cut before the answer', async () => {
    const { endpoint, left, close } = await cuttingProxy(cluster?.settings.endpoint ?? '');
    const store = await open({ endpoint, prefix: 'cut/' });
    left.cuts = 1;
    expect(await store.putIfAbsent('a', Buffer.from('one'))).toBe(true);
    expect(left.cuts).toBe(0);
    const seen = await store.get('a');
    left.cuts = 1;
    expect(await store.compareAndSwap('a', Buffer.from('two'), seen?.tag ?? '')).toBe(true);
    expect(left.cuts).toBe(0);
    expect(Buffer.from((await store.get('a'))?.bytes ?? []).toString()).toBe('two');
    // Somebody else's write stays somebody else's.
    left.cuts = 1;
    expect(await store.compareAndSwap('a', Buffer.from('three'), seen?.tag ?? '')).toBe(false);
    expect(await store.putIfAbsent('a', Buffer.from('three'))).toBe(false);
    await close();
  });

  it('says when the keys are wrong', async () => {
    const stranger = open({ secretAccessKey: 'wrong' });
    await expect(stranger).rejects.toThrow('The object store refused to write probe/');
  });

  it('keeps stores under different prefixes apart', async () => {
    const [one, two] = await Promise.all(['one/', 'two/'].map((prefix) => open({ prefix })));
    await one?.putIfAbsent('a/b', Buffer.from('x'));
    expect(await two?.get('a/b')).toBeNull();
    expect(await one?.list('a/')).toEqual(['a/b']);
  });
});
