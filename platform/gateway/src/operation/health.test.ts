import { createShutdownState } from '@shop/server-runtime/graceful-shutdown';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

it('is alive from the start, and ready when a composition is loaded until it shuts down', async () => {
  const shutdown = createShutdownState();
  const { get, promoteShell } = await openTestGateway({ operation: { shutdown } });
  const check = async () => [(await get('/healthz')).statusCode, (await get('/readyz')).statusCode];
  expect(await check()).toEqual([200, 503]);
  await promoteShell('one', '1.0.0');
  expect(await check()).toEqual([200, 200]);
  expect((await get('/readyz')).json()).toEqual({ ready: true, composition: 1 });
  await shutdown.drain(0);
  expect(await check()).toEqual([200, 503]);
});

it('ends the connection of each answer while it shuts down, and still answers with pages', async () => {
  const shutdown = createShutdownState();
  const { get, promoteShell } = await openTestGateway({ operation: { shutdown } });
  await promoteShell('one', '1.0.0');
  expect((await get('/')).headers.connection).not.toBe('close');
  await shutdown.drain(0);
  const page = await get('/');
  expect([page.statusCode, page.headers.connection]).toEqual([200, 'close']);
});
