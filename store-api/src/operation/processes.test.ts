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
      MAIL_TRANSPORT: 'off',
      LOG_LEVEL: 'info',
    };
    const start = (more: Record<string, string>) =>
      programs.startServer({ ...env, ...more, DATA_DIR: programs.createDataDir() });
    servers = [await start({ METRICS_PORT: String(metricsPort) })];
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

  it('share the limits of sign-ins and payments', async () => {
    const [credentials, wrong] = ['saffron-and-salt', 'wrong-password'].map((password) => ({
      email: 'cook@example.com',
      password,
    }));
    const person = { ...credentials, firstName: 'Asha', lastName: 'Rao' };
    expect((await call(0, '/users/register', person)).status).toBe(201);
    const { token } = (await (await call(0, '/users/authorize', credentials)).json()) as { token: string };
    const payments: number[] = [];
    for (let count = 0; count < 61; count++) {
      payments.push((await call(count % 2, '/payments', { orderId: 'TT-0', fields: {} }, token)).status);
    }
    expect(payments).toEqual([...Array(60).fill(404), 429]);
    const failures: number[] = [];
    for (let count = 0; count < 11; count++) failures.push((await call(count % 2, '/users/authorize', wrong)).status);
    expect(failures).toEqual([...Array(10).fill(401), 429]);
  });

  it('serve metrics of requests, queries and connections on a port of their own', async () => {
    const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    const text = await response.text();
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(text).toContain(
      'http_request_duration_seconds_count{route="/api/v1/payments",method="POST",status="4xx"} 31',
    );
    expect(text).toMatch(/store_api_database_query_duration_seconds_count\{operation="select",result="done"\} [1-9]/);
    expect(text).toMatch(/store_api_database_connections\{state="idle"\} [1-9]/);
    expect((await fetch(`${servers[0]?.address}/metrics`)).status).toBe(404);
  });
});
