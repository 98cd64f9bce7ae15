import { connect, type Socket } from 'node:net';
import { waitUntil } from '@shop/testing/wait-until';
import { type FaultShop, openFaultShop } from './kit/fault-shop';

/** Connections that the gateway holds at most (`platform/gateway/src/app.ts`). */
const maxConnections = 4000;
const clients = 100;
/** Milliseconds. The gateway ends slow clients after ten seconds: an innocent request that waits for them takes longer. */
const maxLatencyMs = 8000;

/** What slow clients send, byte by byte or once. They read nothing. */
const kinds: [name: string, first: string, rest: string, isFlood?: boolean][] = [
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: shop.test\r\n', 'X-A: b\r\n'],
  ['a body that never ends', 'POST /-/telemetry HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 9000\r\n\r\n', 'x'],
  ['no byte at all', '', ''],
  [
    'requests whose responses the client does not read',
    'GET /list HTTP/1.1\r\nHost: shop.test\r\n\r\n'.repeat(50),
    '',
    true,
  ],
];

const sockets: Socket[] = [];

function openSlowClients(port: number, count: number, first: string): Promise<Socket[]> {
  const opened = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', () => {});
    sockets.push(socket);
    return new Promise<Socket>((resolve) =>
      socket.once('connect', () => {
        if (first) socket.write(first);
        resolve(socket);
      }),
    );
  });
  return Promise.all(opened);
}

/** Sends a request on a connection of its own. */
function answersNewConnection(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /healthz HTTP/1.1\r\nHost: shop.test\r\n\r\n'));
    socket.once('data', () => resolve(true)).once('close', () => resolve(false));
    socket.once('data', () => socket.destroy()).on('error', () => {});
  });
}

describe('slow clients', () => {
  let shop: FaultShop;
  beforeAll(async () => {
    shop = await openFaultShop({});
  }, 120_000);
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(() => shop?.close());

  const measure = async (url: string) => {
    const started = performance.now();
    const response = await fetch(shop.gateway.origin + url, { signal: AbortSignal.timeout(20_000) });
    await response.text();
    return {
      isRefused: response.status === 503 && response.headers.has('retry-after'),
      status: response.status,
      ms: performance.now() - started,
    };
  };
  const getPort = () => Number(new URL(shop.gateway.origin).port);

  it.each(kinds)(
    'with %s delay no other request',
    async (_kind, first, rest, isFlood = false) => {
      const slow = await openSlowClients(getPort(), clients, first);
      const answers = [];
      for (let index = 0; index < 20; index++) {
        if (rest) for (const socket of slow) if (socket.writable) socket.write(rest);
        answers.push(await measure('/list'));
      }
      const answered = answers.filter(({ isRefused }) => !isRefused);
      expect(answered.map(({ status }) => status)).toEqual(answered.map(() => 200));
      // Clients that send thousands of requests at once may overload the gateway for a moment.
      if (!isFlood) expect(answered).toHaveLength(answers.length);
      expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(maxLatencyMs);
    },
    60_000,
  );

  it('with headers that never end are disconnected', async () => {
    const [socket] = await openSlowClients(getPort(), 1, 'GET / HTTP/1.1\r\nHost: shop.test\r\n');
    let text = '';
    socket?.on('data', (chunk) => (text += chunk)).resume();
    const isClosed = () => socket?.destroyed || socket?.readableEnded;
    await waitUntil(isClosed, { timeoutMs: 20_000, message: 'the gateway closes the connection' });
    expect(text).toContain('408');
  }, 30_000);

  it('beyond the limit of connections are disconnected, and a place is free again after they have left', async () => {
    const held: Socket[] = [];
    // Fewer at a time than wait in the backlog of the server's socket, which accepts the others late.
    while (held.length < maxConnections + 100) held.push(...(await openSlowClients(getPort(), 100, '')));
    await waitUntil(async () => !(await answersNewConnection(getPort())), {
      message: 'further connections are closed',
    });
    for (const socket of held) socket.destroy();
    await waitUntil(() => answersNewConnection(getPort()), { message: 'the gateway accepts connections' });
    expect(shop.gateway.isRunning).toBe(true);
  }, 60_000);
});
