import { connect, type Socket } from 'node:net';
import { findDatabaseOwner } from '@shop/database/pglite/database-lock';
import { waitUntil } from '@shop/testing/wait-until';
import { startKeepAliveClients } from './testing/keep-alive-clients';
import { useStorePrograms } from './testing/store-process';

jest.setTimeout(120_000);

describe('shutdown of the store API process', () => {
  const programs = useStorePrograms();
  const sockets: Socket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });

  /** Starts a request whose body never ends. */
  async function sendSlowBody(host: string, port: number): Promise<void> {
    const lines = ['POST /api/v1/users/authorize HTTP/1.1', 'Host: localhost', 'Content-Type: application/json'];
    const socket = connect(port, host);
    sockets.push(socket.on('error', () => {}));
    await new Promise((resolve) =>
      socket.write([...lines, 'Content-Length: 100', '', '{"email"'].join('\r\n'), resolve),
    );
  }

  it('reports that it is not ready, closes the connections of slow bodies and the database, and exits with 0', async () => {
    const dataDir = programs.createDataDir();
    const env = { DATA_DIR: dataDir, DRAIN_SECONDS: '2' };
    const { address, child, ended } = await programs.startServer(env);
    const port = Number(new URL(address).port);
    await sendSlowBody('127.0.0.1', port);
    await sendSlowBody('::1', port);
    const health = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
    expect(await health()).toBe(200);
    const start = performance.now();
    // Ctrl-C reaches the server, and then its parent process sends SIGTERM.
    child.kill('SIGINT');
    child.kill('SIGTERM');
    await waitUntil(async () => (await health()) === 503, { timeoutMs: 1900, message: '/readyz is not 503.' });
    expect((await fetch(`http://127.0.0.1:${port}/api/v1/storeInfo`)).status).toBe(200);
    expect(await ended).toMatchObject({ code: 0 });
    // Two seconds of delay and five of grace. A forced exit would take twelve.
    expect(performance.now() - start).toBeLessThan(11_000);
    expect(await findDatabaseOwner(dataDir)).toBeUndefined();
  });

  it('resets no connection of keep-alive clients, which leave with the answer that ends their connection', async () => {
    const env = { DATA_DIR: programs.createDataDir(), DRAIN_SECONDS: '1' };
    const { address, child, ended } = await programs.startServer(env);
    const url = `${address.replace('localhost', '127.0.0.1')}/api/v1/storeInfo`;
    const clients = startKeepAliveClients(url, 16);
    await waitUntil(() => clients.outcomes.answered >= 100, { message: 'The clients got 100 answers.' });
    child.kill('SIGTERM');
    const outcomes = await clients.ended;
    expect(await ended).toMatchObject({ code: 0 });
    expect(outcomes).toMatchObject({ serverErrors: 0, resets: [], left: 16 });
  });
});
