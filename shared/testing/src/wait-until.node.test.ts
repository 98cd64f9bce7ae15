import { waitUntil } from './wait-until';

test('returns the first truthy value', async () => {
  let checks = 0;
  const value = await waitUntil(() => (++checks === 3 ? 'ready' : null), { intervalMs: 1, message: 'it is ready' });
  expect(value).toBe('ready');
  expect(checks).toBe(3);
});

test('fails with the message after the timeout', async () => {
  const waiting = waitUntil(() => false, { timeoutMs: 30, intervalMs: 5, message: 'the gateway answers' });
  await expect(waiting).rejects.toThrow('Timed out after 30 ms: the gateway answers');
});

test('passes on an exception of the condition', async () => {
  const failing = () => Promise.reject(new Error('connection refused'));
  await expect(waitUntil(failing, { message: 'the gateway answers' })).rejects.toThrow('connection refused');
});
