import { createServer } from 'node:net';
import { createPostgresDatabase, findPostgresPrograms } from '../testing/postgres-cluster';
import { type RunningServer, useStorePrograms } from '../testing/store-process';

const postgres = findPostgresPrograms();

/** Finds a free port for metrics. */
const findPort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

(postgres ? describe : describe.skip)('two store API processes on one PostgreSQL database', () => {
  const programs = useStorePrograms();
  let servers: RunningServer[] = [];
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await findPort();
    const env = {
      DATABASE_URL: await createPostgresDatabase(postgres ?? ''),
      LIMIT_PAYMENTS_PER_ACCOUNT: '3',
      LIMIT_REGISTRATIONS: '2',
      MAIL_TRANSPORT: 'off',
      LOG_LEVEL: 'info',
    };
    const start = (more: Record<string, string>) =>
      programs.startServer({ ...env, ...more, DATA_DIR: programs.createDataDir() });
    servers = [await start({ STORE_API_METRICS_PORT: String(metricsPort) })];
    servers.push(await start({}));
  }, 120_000);
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGTERM');
    await Promise.all(servers.map(({ ended }) => ended));
  });

  const call = (index: number, path: string, body: unknown, token = '') =>
    fetch(`${servers[index]?.address}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });

  it('share the limits of registrations and payments', async () => {
    const statuses: number[] = [];
    for (const index of [0, 1, 0, 1]) {
      const person = { email: `cook-${statuses.length}@example.com`, password: 'saffron-and-salt' };
      const body = { ...person, firstName: 'Asha', lastName: 'Rao' };
      statuses.push((await call(index, '/users/register', body)).status);
    }
    expect(statuses).toEqual([201, 201, 429, 429]);
    const credentials = { email: 'cook-0@example.com', password: 'saffron-and-salt' };
    const { token } = (await (await call(0, '/users/authorize', credentials)).json()) as { token: string };
    const payment = { orderId: 'TT-0', fields: {} };
    const payments: number[] = [];
    for (const index of [0, 1, 0, 1, 0]) payments.push((await call(index, '/payments', payment, token)).status);
    expect(payments).toEqual([404, 404, 404, 429, 429]);
  });

  it('serve metrics of requests, queries and connections on a port of their own', async () => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toContain(
      'http_request_duration_seconds_count{route="/api/v1/payments",method="POST",status="4xx"} 3',
    );
    expect(text).toMatch(/store_api_database_query_duration_seconds_count\{operation="select",result="done"\} [1-9]/);
    expect(text).toMatch(/store_api_database_connections\{state="idle"\} [1-9]/);
    expect((await fetch(`${servers[0]?.address}/metrics`)).status).toBe(404);
  });
});
