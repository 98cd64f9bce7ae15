import Fastify from 'fastify';
import { listen } from './listen';

const apps: ReturnType<typeof Fastify>[] = [];
const createApp = () => {
  const app = Fastify();
  app.get('/', async () => 'ok');
  apps.push(app);
  return app;
};

afterAll(() => Promise.all(apps.map((app) => app.close())));

const isReachable = (host: string, port: number) =>
  fetch(`http://${host}:${port}/`).then(
    () => true,
    () => false,
  );

test('listens on the given address only', async () => {
  const { port, close } = await listen(createApp(), 0, '127.0.0.2');
  expect(await Promise.all(['127.0.0.2', '127.0.0.1'].map((host) => isReachable(host, port)))).toEqual([true, false]);
  await close();
  expect(await isReachable('127.0.0.2', port)).toBe(false);
});

test('reports an address that the machine does not have, and a port that is in use', async () => {
  await expect(listen(createApp(), 0, '203.0.113.1')).rejects.toThrow(
    'This machine does not have the address 203.0.113.1: set HOST to an address of this machine.',
  );
  const { port, close } = await listen(createApp(), 0);
  await expect(listen(createApp(), port)).rejects.toThrow(
    `Port ${port} is in use by another program: stop the program, or set STORE_API_PORT to a free port.`,
  );
  await close();
});
