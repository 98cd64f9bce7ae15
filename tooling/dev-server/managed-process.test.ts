import { startProcess } from './managed-process';

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
