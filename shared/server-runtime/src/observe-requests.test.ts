import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { waitUntil } from '@shop/testing/wait-until';
import Fastify, { type FastifyInstance } from 'fastify';
import { createServerLogOptions } from './logs/server-log';
import { createHttpMetrics } from './metrics/http-metrics';
import { createRejection, observeRequests } from './observe-requests';
import { getOutgoingHeaders } from './request-scope';
import { createTracing } from './traces/opentelemetry';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const valid = `00-${traceId}-${spanId}-01`;

/** Sends a request to a server that trusts the proxy 10.0.0.1. @returns The trace id of its calls of other servers. */
async function findOutgoingTrace(remoteAddress: string, traceparent: string) {
  const tracing = createTracing('test');
  const app = Fastify();
  observeRequests(app, { trustedProxies: ['10.0.0.1'], tracing });
  app.get('/', async () => getOutgoingHeaders());
  const response = await app.inject({ url: '/', remoteAddress, headers: { traceparent } });
  await app.close();
  await tracing.stop();
  const [, trace, span] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-0[01]$/.exec(response.json().traceparent) ?? [];
  expect(span).not.toBe(spanId);
  return trace;
}

// Spans that are not recorded are not sent. Their trace is passed on all the same.
beforeAll(() => {
  process.env.OTEL_TRACES_SAMPLER = 'always_off';
});
afterAll(() => {
  delete process.env.OTEL_TRACES_SAMPLER;
});

it('calls of other servers continue the trace of a trusted proxy', async () => {
  expect(await findOutgoingTrace('10.0.0.1', valid)).toBe(traceId);
});

it.each([
  ['a client that is not a trusted proxy sends a trace context', '203.0.113.7', valid],
  ['a trusted proxy sends a malformed trace context', '10.0.0.1', `00-${traceId}-${spanId}`],
  ['a trusted proxy sends the trace id zero', '10.0.0.1', `00-${'0'.repeat(32)}-${spanId}-01`],
])('calls of other servers have a new trace when %s', async (_what, remoteAddress, traceparent) => {
  const trace = await findOutgoingTrace(remoteAddress, traceparent);
  expect(trace).toMatch(/^[0-9a-f]{32}$/);
  expect(trace).not.toBe(traceId);
});

describe('the id of the request', () => {
  const lines: string[] = [];
  let app: FastifyInstance;
  beforeAll(() => {
    const trustedProxies = ['10.0.0.1'];
    app = Fastify(
      createServerLogOptions({ level: 'info', trustedProxies, stream: { write: (line) => void lines.push(line) } }),
    );
    observeRequests(app, { trustedProxies });
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterAll(() => app.close());
  const ask = async (remoteAddress: string, id: string | string[]) =>
    (await app.inject({ url: '/', remoteAddress, headers: { 'x-request-id': id } })).headers['x-request-id'];

  it.each(['0123456789abcdef0123456789abcdef', 'e3b0c442-98fc-4c14-9afb-f4c8996fb924'])(
    'of a trusted proxy is %j, which the proxy sends',
    async (id) => {
      expect(await ask('10.0.0.1', id)).toBe(id);
      expect(lines.join()).toContain(`"requestId":"${id}"`);
    },
  );

  it.each([
    ['a client that sends an id', '203.0.113.7', '0123456789abcdef0123456789abcdef'],
    ['a proxy that passes on a name', '10.0.0.1', 'asha.rao-9845012345'],
    ['a proxy that passes on a long id', '10.0.0.1', '0123456789'.repeat(4)],
    ['a proxy that passes on a line', '10.0.0.1', '0123456789abcdef\nof its own'],
    ['a proxy that sends two ids', '10.0.0.1', ['0123456789abcdef', 'fedcba9876543210']],
  ])('of %s is a new UUID, and the log does not contain the other one', async (_who, remoteAddress, id) => {
    expect(await ask(remoteAddress, id)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(lines).toHaveLength(1);
    for (const sent of [id].flat()) expect(lines.join()).not.toContain(sent);
  });
});

describe('a request whose connection is reset', () => {
  const lines: Record<string, unknown>[] = [];
  const metrics = createHttpMetrics();
  let app: FastifyInstance;
  beforeAll(async () => {
    const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
    app = Fastify(createServerLogOptions({ level: 'info', trustedProxies: [], stream }));
    observeRequests(app, { trustedProxies: [], metrics });
    app.post('/orders', async (request) => request.body);
    app.get('/slow', async (_request, reply) => {
      await once(reply.raw, 'close');
      return 'late';
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  beforeEach(() => {
    lines.length = 0;
    metrics.registry.resetMetrics();
  });
  afterAll(() => app.close());

  it.each([
    [
      'its body has not arrived',
      'POST /orders',
      'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"id"',
      '/orders',
    ],
    ['its response is not ready', 'GET /slow', '\r\n', '/slow'],
  ])(
    'is measured and logged once with its network, and without an error, when %s',
    async (_when, line, rest, route) => {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
      const [request] = await Promise.all([
        once(app.server, 'request'),
        new Promise((resolve) => socket.write(`${line} HTTP/1.1\r\nHost: a\r\n${rest}`, resolve)),
      ]);
      socket.resetAndDestroy();
      await once(request[1], 'close');
      await waitUntil(() => lines.length > 0, { message: 'the request is logged' });
      const [method] = line.split(' ');
      expect(lines).toEqual([
        expect.objectContaining({ level: 30, method, route, status: 499, remoteNetwork: '127.0.0.0/24' }),
      ]);
      expect(await metrics.registry.metrics()).toContain(
        `http_request_duration_seconds_count{route="${route}",method="${method}",status="4xx"} 1`,
      );
    },
  );
});

it('a request that Fastify rejects before it has a route is logged without a network, is measured, and has its id', async () => {
  const lines: string[] = [];
  const metrics = createHttpMetrics();
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({
    ...createServerLogOptions({ level: 'info', trustedProxies: ['10.0.0.1'], stream }),
    trustProxy: ['10.0.0.1'],
    frameworkErrors: createRejection({
      metrics,
      getHeaders: ({ method }) => ({ 'x-method': method }),
      send: (_error, _request, reply) => reply.code(400).send('no address'),
    }),
  });
  observeRequests(app, { trustedProxies: ['10.0.0.1'], metrics });
  app.get('/:name', async () => 'found');
  const { statusCode, body, headers } = await app.inject({
    url: '/%E0%A4%A',
    remoteAddress: '10.0.0.1',
    headers: { 'x-forwarded-for': '203.0.113.77' },
  });
  await app.close();
  expect([statusCode, body, headers['x-method']]).toEqual([400, 'no address', 'GET']);
  const fields = { method: 'GET', route: 'unmatched', status: 400 };
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ ...fields, requestId: headers['x-request-id'] }),
  ]);
  expect(JSON.parse(lines.join())).not.toHaveProperty('remoteNetwork');
  expect(await metrics.registry.metrics()).toContain(
    'http_request_duration_seconds_count{route="unmatched",method="GET",status="4xx"} 1',
  );
});
