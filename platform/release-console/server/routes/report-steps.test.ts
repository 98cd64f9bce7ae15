import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { sendSteps } from './report-steps';

afterEach(() => jest.useRealTimers());

test('a call without steps for a minute sends a line that is the end of no step, so that no proxy ends its response', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
  const app = fastify();
  app.get('/', (_request, reply) =>
    sendSteps(reply, 'GET /', async () => {
      await jest.advanceTimersByTimeAsync(60_000);
      return 'done';
    }),
  );
  const response = await app.inject({ url: '/', payloadAsStream: true });
  const lines = (await text(response.stream())).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    ...Array.from({ length: 4 }, () => ({ kind: 'end', step: 0, isOk: true })),
    { kind: 'response', status: 200, body: 'done' },
  ]);
  expect(jest.getTimerCount()).toBe(0);
});
