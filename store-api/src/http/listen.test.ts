import Fastify from 'fastify';
import { listen } from './listen';

const apps: ReturnType<typeof Fastify>[] = [];
const anApp = () => {
  const app = Fastify();
  app.get('/', async () => 'here');
  apps.push(app);
  return app;
};

afterAll(() => Promise.all(apps.map((app) => app.close())));

const isThere = (host: string, port: number) =>
  fetch(`http://${host}:${port}/`).then(
    () => true,
    () => false,
  );

test('listens on the address it is told, and on no other', async () => {
  const { port, close } = await listen(anApp(), 0, '127.0.0.2');
  expect(await Promise.all(['127.0.0.2', '127.0.0.1'].map((host) => isThere(host, port)))).toEqual([true, false]);
  await close();
  expect(await isThere('127.0.0.2', port)).toBe(false);
});

test('says when the machine has no such address', async () => {
  await expect(listen(anApp(), 0, '203.0.113.1')).rejects.toThrow(
    'This machine has no address 203.0.113.1; set STORE_API_HOST to one of its own.',
  );
});
