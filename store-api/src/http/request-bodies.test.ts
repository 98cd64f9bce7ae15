import { type AddressInfo, connect } from 'node:net';
import { waitUntil } from '@shop/testing/wait-until';
import { openTestDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';

describe('request bodies on a keep-alive connection', () => {
  const store = useTestStore(openTestDatabase);
  let port: number;
  beforeAll(async () => {
    await store.app.listen({ host: '127.0.0.1', port: 0 });
    ({ port } = store.app.server.address() as AddressInfo);
  });

  /** Sends the requests on one connection, each after the response to the previous one. Returns the status codes. */
  async function sendOnOneConnection(requests: Buffer[]): Promise<number[]> {
    let text = '';
    const socket = connect(port, '127.0.0.1').on('data', (chunk) => {
      text += chunk;
    });
    const getStatuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    try {
      for (const [index, request] of requests.entries()) {
        socket.write(request);
        await waitUntil(() => getStatuses().length > index, { timeoutMs: 5000, message: `No response ${index + 1}.` });
      }
      return getStatuses();
    } finally {
      socket.destroy();
    }
  }

  const createRequest = (line: string, bytes: number, ...headers: string[]) =>
    Buffer.concat([
      Buffer.from([line, 'Host: localhost', `Content-Length: ${bytes}`, ...headers, '', ''].join('\r\n')),
      Buffer.from('{}'.padEnd(bytes).slice(0, bytes)),
    ]);
  const innocent = createRequest('GET /api/v1/storeInfo HTTP/1.1', 0);

  it.each([
    ['gzip', 415],
    ['br', 415],
    ['unknown', 415],
    ['gzip, identity', 415],
    ['identity', 200],
  ])('answers the request after an unread body of 200 kB with the encoding %p', async (encoding, status) => {
    const hostile = createRequest('GET /api/v1/storeInfo HTTP/1.1', 200_000, `Content-Encoding: ${encoding}`);
    expect(await sendOnOneConnection([hostile, innocent])).toEqual([status, 200]);
  });

  it.each([
    ['POST /api/v1/orders HTTP/1.1', 401],
    ['POST /api/v1/nothing HTTP/1.1', 404],
    ['GET /healthz HTTP/1.1', 200],
  ])('answers the request after %p with an unread body', async (line, status) => {
    const hostile = createRequest(line, 200_000, 'Content-Type: application/json');
    expect(await sendOnOneConnection([hostile, innocent])).toEqual([status, 200]);
  });

  it('rejects a compressed body with a message', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const response = await store.post('/users/authorize', '{}', headers);
    expect([response.statusCode, response.json()]).toEqual([415, { error: 'The body must not be compressed.' }]);
  });
});
