import Fastify from 'fastify';
import { observeRequests } from './observe-requests';
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
  ['a client that is no trusted proxy sends a trace context', '203.0.113.7', valid],
  ['a trusted proxy sends a malformed trace context', '10.0.0.1', `00-${traceId}-${spanId}`],
  ['a trusted proxy sends the trace id zero', '10.0.0.1', `00-${'0'.repeat(32)}-${spanId}-01`],
])('calls of other servers have a new trace when %s', async (_what, remoteAddress, traceparent) => {
  const trace = await findOutgoingTrace(remoteAddress, traceparent);
  expect(trace).toMatch(/^[0-9a-f]{32}$/);
  expect(trace).not.toBe(traceId);
});
