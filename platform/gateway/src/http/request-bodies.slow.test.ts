import { connect } from 'node:net';
import { listen } from '@shop/server-runtime/listen';
import { waitUntil } from '@shop/testing/wait-until';
import { connectionsCheckingInterval } from '../app';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

const createRequest = (bytes: number, headers: string[] = []) =>
  ['GET /readyz HTTP/1.1', 'Host: localhost', `Content-Length: ${bytes}`, ...headers, '', ' '.repeat(bytes)].join(
    '\r\n',
  );

it.each([
  ['gzip', 415],
  ['identity', 503],
])('answers the request after an unread body of 200 kB with the encoding %p', async (encoding, status) => {
  const gateway = await openTestGateway();
  let text = '';
  const socket = connect(await gateway.listen(), '127.0.0.1').on('data', (chunk) => {
    text += chunk;
  });
  const getStatuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, code]) => Number(code));
  try {
    socket.write(createRequest(200_000, [`Content-Encoding: ${encoding}`]));
    await waitUntil(() => getStatuses().length === 1, {
      timeoutMs: 5000,
      message: 'No response to the first request.',
    });
    socket.write(createRequest(0));
    await waitUntil(() => getStatuses().length === 2, {
      timeoutMs: 5000,
      message: 'No response to the second request.',
    });
  } finally {
    socket.destroy();
  }
  // Nothing is promoted, so the health check of the gateway responds with 503.
  expect(getStatuses()).toEqual([status, 503]);
});

it('closes the connection of a body that never ends when the gateway closes', async () => {
  const { app } = await openTestGateway();
  const { port, close } = await listen(app, { port: 0, portVariable: 'PORT', connectionsCheckingInterval });
  expect(app.server.requestTimeout).toBe(15_000);
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  try {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{');
    await waitUntil(() => text.startsWith('HTTP/1.1 405'), { timeoutMs: 5000, message: 'No response.' });
    const start = performance.now();
    await close();
    expect(performance.now() - start).toBeLessThan(app.server.requestTimeout);
  } finally {
    socket.destroy();
  }
});
