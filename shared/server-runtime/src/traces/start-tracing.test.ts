import { startTracing } from './start-tracing';

const endpoint = 'http://127.0.0.1:4318';

it.each([
  ['no variable', {}],
  ['an empty endpoint', { OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  ['a disabled SDK', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SDK_DISABLED: 'true' }],
  ['the exporter none', { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' }],
])('traces are off with %s', async (_what, variables) => {
  expect(await startTracing('test', variables)).toBeUndefined();
});

it.each([
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER is "zipkin": give otlp or none.'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL is "grpc": give http/json, or leave it out.',
  ],
])('the variables %j are refused with a message that names the values to give', async (variables, message) => {
  await expect(startTracing('test', variables)).rejects.toThrow(message);
});

it('reports a variable that the SDK cannot read', async () => {
  // The SDK reads the variables of the process.
  process.env.OTEL_TRACES_SAMPLER = 'sometimes';
  const errors: string[] = [];
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint };
  const tracing = await startTracing('test', variables, ({ message }) => errors.push(message));
  delete process.env.OTEL_TRACES_SAMPLER;
  await tracing?.stop();
  expect(errors).toEqual([expect.stringContaining('OTEL_TRACES_SAMPLER value "sometimes" invalid')]);
});
