import { createServer } from 'node:net';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { useStorePrograms } from '../testing/store-process';

const postgres = findPostgresPrograms();

/** Finds a free port for metrics. */
const findPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

(postgres ? describe : describe.skip)('a store API process on PostgreSQL', () => {
  const programs = useStorePrograms();

  it('serves metrics of requests, queries and connections on a port of their own', async () => {
    const metricsPort = await findPort();
    const { address, child, ended } = await programs.startServer({
      DATABASE_URL: await createPostgresDatabase(postgres ?? ''),
      DATA_DIR: programs.createDataDir(),
      MAIL_TRANSPORT: 'off',
      METRICS_PORT: String(metricsPort),
    });
    await fetch(`${address}/api/v1/payments`, { method: 'POST' });
    await fetch(`${address}/api/v1/products`);
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toContain(
      'http_request_duration_seconds_count{route="/api/v1/payments",method="POST",status="4xx"} 1',
    );
    expect(text).toMatch(/store_api_database_query_duration_seconds_count\{operation="select",result="done"\} [1-9]/);
    expect(text).toMatch(/store_api_database_connections\{state="idle"\} [1-9]/);
    expect((await fetch(`${address}/metrics`)).status).toBe(404);
    child.kill('SIGTERM');
    await ended;
  }, 120_000);
});
