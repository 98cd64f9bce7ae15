import { Gauge, Registry } from 'prom-client';
import { serveMetrics } from './metrics-server';

it('responds with 500 to metrics that cannot be collected, and with the next ones', async () => {
  const registry = new Registry();
  let isFailing = true;
  new Gauge({
    name: 'orders',
    help: 'Orders.',
    registers: [registry],
    collect() {
      if (isFailing) throw new Error('connection reset');
      this.set(3);
    },
  });
  const { port, close } = await serveMetrics({ registry, host: '127.0.0.1', port: 0 });
  const read = () => fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(2000) });
  expect((await read()).status).toBe(500);
  isFailing = false;
  const response = await read();
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('orders 3')]);
  await close();
});
