import { promoteFake } from '@shop/releases/testing/test-shop';
import { createShutdownState } from '@shop/server-runtime/graceful-shutdown';
import { waitUntil } from '@shop/testing/wait-until';
import { closeTestGateways, openTestGateway } from '../testing/test-gateway';

afterEach(closeTestGateways);

it('is alive from the start, and ready when a composition is loaded until it shuts down', async () => {
  const shutdown = createShutdownState();
  const { get, promoteShell } = await openTestGateway({ operation: { shutdown } });
  const check = async () => [(await get('/healthz')).statusCode, (await get('/readyz')).statusCode];
  expect(await check()).toEqual([200, 503]);
  await promoteShell('one', '1.0.0');
  expect(await check()).toEqual([200, 200]);
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

it('names the change whose live composition and canaries it serves', async () => {
  const { environment, get, promoteShell, publishShell, watcher } = await openTestGateway();
  expect((await get('/readyz')).json()).toEqual({ ready: false, environment: null, composition: null, change: null });
  await promoteShell('one', '1.0.0');
  await promoteFake(environment, [await publishShell('two', '2.0.0')], { canary: { share: 50 } });
  await waitUntil(() => watcher.change() === 2, { message: 'the gateway serves change 2' });
  expect(watcher.canaries()).toHaveLength(1);
  expect((await get('/readyz')).json()).toEqual({ ready: true, environment: 'production', composition: 1, change: 2 });
});
