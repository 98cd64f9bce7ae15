import { startProcess, stopProcess } from './managed-process';

const neverReady = 'tooling/dev-server/testing/ignore-everything.ts';

test('stops a server that is not ready in time, with an error that names it', async () => {
  await expect(startProcess('gateway', neverReady, { readyTimeoutMs: 200 })).rejects.toThrow(
    'The gateway was not ready after 0.2 s and was stopped.',
  );
});

test('reports a server that ends before it is ready', async () => {
  await expect(startProcess('gateway', 'tooling/dev-server/testing/missing.mjs')).rejects.toThrow(
    'The gateway ended before it was ready.',
  );
});

test('kills a server that does not end on SIGTERM, and waits for its message that it is ready', async () => {
  const errors = jest.spyOn(console, 'error').mockImplementation(() => {});
  const server = await startProcess('gateway', 'tooling/dev-server/testing/ignore-signals.ts');
  expect(server.address).toBe('http://localhost:1');
  await stopProcess(server, { graceMs: 200 });
  expect(server.process.signalCode).toBe('SIGKILL');
  expect(errors.mock.calls.join()).toContain('has not ended within 0.2 s after SIGTERM and is killed');
  errors.mockRestore();
});
