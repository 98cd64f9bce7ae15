import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@shop/testing/wait-until';
import Fastify, { type FastifyInstance, type RouteHandlerMethod } from 'fastify';
import { trackPendingRequests } from './pending-requests';

const apps: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

/** Opens a server whose authentication and handler wait. `continueWith` lets them end. */
async function openServer(handle: RouteHandlerMethod = async () => 'done') {
  const app = Fastify();
  apps.push(app);
  const countPending = trackPendingRequests(app, () => undefined);
  const waiting: (() => void)[] = [];
  const wait = () => new Promise<void>((resolve) => waiting.push(resolve));
  const onRequest = async () => wait();
  app.get('/', async function (request, reply) {
    await wait();
    return handle.call(this, request, reply);
  });
  app.get('/sync', (_request, reply) => {
    void wait().then(() => reply.send('done'));
  });
  app.post('/', async () => 'done');
  app.post('/account', { onRequest }, async () => 'done');
  app.get('/account', { onRequest }, async () => wait());
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  /** Sends a request and closes its connection once it has the number of waits. */
  const abandon = async (requestLine: string, { waits = 1, headers = '', body = '' } = {}) => {
    const closed = new Promise((resolve) => {
      app.server.once('connection', (socket) => socket.once('close', resolve));
    });
    const client = connect(port, '127.0.0.1');
    client.write(`${requestLine} HTTP/1.1\r\nHost: a\r\n${headers}\r\n${body}`);
    await waitUntil(() => waiting.length === waits, { message: 'the request waits' });
    if (body) await sleep(100);
    client.resetAndDestroy();
    await closed;
    // The listeners of the request run after those of its connection.
    await sleep(50);
  };
  const endWait = () => waiting.pop()?.();
  const expectNone = () => waitUntil(() => countPending() === 0, { message: 'no request is pending' });
  return { countPending, waiting, abandon, endWait, expectNone };
}

it.each<[string, RouteHandlerMethod]>([
  ['returns a value', async () => 'done'],
  ['returns nothing', async () => undefined],
  ['throws', () => Promise.reject(new Error('The database is gone.'))],
  ['sends a stream', async (_request, reply) => reply.send(Readable.from(['done']))],
  ['writes the response itself', async (_request, reply) => void reply.hijack().raw.end('done')],
])('counts a request whose client has gone until its handler %s', async (_what, handle) => {
  const server = await openServer(handle);
  await server.abandon('GET /');
  expect(server.countPending()).toBe(1);
  server.endWait();
  await server.expectNone();
});

it('counts a request whose client has gone until a handler without a promise sends its response', async () => {
  const server = await openServer();
  await server.abandon('GET /sync');
  expect(server.countPending()).toBe(1);
  server.endWait();
  await server.expectNone();
});

it('counts a request whose client has gone before its handler started', async () => {
  const server = await openServer();
  await server.abandon('GET /account');
  expect(server.countPending()).toBe(1);
  server.endWait();
  await waitUntil(() => server.waiting.length === 1, { message: 'the handler waits' });
  expect(server.countPending()).toBe(1);
  server.endWait();
  await server.expectNone();
});

const json = 'Content-Type: application/json\r\n';

it.each([
  ['whose upload is aborted', 'POST /', { waits: 0, headers: `${json}Content-Length: 100\r\n`, body: '{"a' }],
  ['without a body that never reaches its handler', 'POST /account', { headers: `${json}Content-Length: 0\r\n` }],
])('does not count a request %s', async (_what, requestLine, options) => {
  const server = await openServer();
  await server.abandon(requestLine, options);
  server.endWait();
  await server.expectNone();
});

it('does not count a request that was refused or has its response', async () => {
  const app = Fastify();
  apps.push(app);
  const counts: number[] = [];
  const countPending = trackPendingRequests(app, (_request, reply) =>
    countPending() === 1 ? reply.code(503).send() : undefined,
  );
  app.get('/', async () => {
    counts.push(countPending());
    return (await app.inject('/')).statusCode;
  });
  for (let round = 0; round < 3; round++) expect((await app.inject('/')).body).toBe('503');
  expect(counts).toEqual([1, 1, 1]);
  expect(countPending()).toBe(0);
});
