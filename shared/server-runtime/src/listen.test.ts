import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import Fastify, { type FastifyHttpOptions } from 'fastify';
import { listen } from './listen';

const apps: ReturnType<typeof Fastify>[] = [];
/** What the servers of this file send. Other test processes have servers too. */
const name = randomUUID();
/** A machine may have no IPv6. */
const hosts = ['127.0.0.1', '::1'].filter((host) =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host)),
);
const urlHosts = hosts.map((host) => (host.includes(':') ? `[${host}]` : host));

const createApp = (options: FastifyHttpOptions<Server> = {}) => {
  const app = Fastify(options);
  app.get('/', async () => name);
  apps.push(app);
  return app;
};
const start = (app: ReturnType<typeof Fastify>, port = 0, host?: string) =>
  listen(app, { port, host, portVariable: 'STORE_API_PORT', connectionsCheckingInterval: 20 });

afterAll(() => Promise.all(apps.map((app) => app.close())));

const isReachable = (host: string, port: number) =>
  fetch(`http://${host}:${port}/`)
    .then((response) => response.text())
    .then(
      (text) => text === name,
      () => false,
    );

test('listens on the given address only', async () => {
  const { port, close } = await start(createApp(), 0, '127.0.0.2');
  expect(await Promise.all(['127.0.0.2', '127.0.0.1'].map((host) => isReachable(host, port)))).toEqual([true, false]);
  await close();
  expect(await isReachable('127.0.0.2', port)).toBe(false);
});

test.each([undefined, 'localhost'])('listens on both addresses of localhost with the host %s', async (host) => {
  const { port, close } = await start(createApp(), 0, host);
  const reach = () => Promise.all(urlHosts.map((address) => isReachable(address, port)));
  expect(await reach()).toEqual(urlHosts.map(() => true));
  await close();
  expect(await reach()).toEqual(urlHosts.map(() => false));
});

describe.each(hosts)('the limits of %s', (host) => {
  /** Opens a connection and sends text. @returns What the server sends until it closes the connection. */
  const exchange = async (port: number, text: string) => {
    const socket = connect({ host, port });
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString();
    });
    await once(socket, 'connect');
    socket.write(text);
    await once(socket, 'close');
    return received;
  };

  test('a slow request ends, with the answer of the app', async () => {
    const clientErrorHandler: FastifyHttpOptions<Server>['clientErrorHandler'] = (_error, socket) => {
      socket.end('HTTP/1.1 408 Slow\r\n\r\n');
    };
    const app = createApp({ clientErrorHandler, http: { headersTimeout: 100, connectionsCheckingInterval: 20 } });
    const { port, close } = await start(app);
    expect(await exchange(port, 'GET / HTTP/1.1\r\n')).toBe('HTTP/1.1 408 Slow\r\n\r\n');
    await close();
  });

  test('a silent connection ends', async () => {
    const { port, close } = await start(createApp({ connectionTimeout: 100 }));
    expect(await exchange(port, '')).toBe('');
    await close();
  });

  test('a connection above the maximum is closed', async () => {
    const app = createApp();
    app.server.maxConnections = 1;
    const { port, close } = await start(app);
    const first = connect({ host, port });
    await once(first, 'connect');
    expect(await exchange(port, '')).toBe('');
    first.destroy();
    await close();
  });
});

test('reports an address that the machine does not have, and a port that is in use', async () => {
  await expect(start(createApp(), 0, '203.0.113.1')).rejects.toThrow(
    'This machine does not have the address 203.0.113.1: set HOST to an address of this machine.',
  );
  const { port, close } = await start(createApp());
  await expect(start(createApp(), port)).rejects.toThrow(
    `Port ${port} is in use by another program: stop the program, or set STORE_API_PORT to a free port.`,
  );
  await close();
});
