import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findDatabaseOwner } from '@shop/database/pglite/database-lock';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/database/testing/postgres-cluster';
import { waitUntil } from '@shop/testing/wait-until';
import { demoAccount, demoOrders } from '../catalog/demo-account';
import { createProductId } from './products/product-id';
import { shippingAddress } from './testing/shipping-address';
import { type RunningServer, useStorePrograms } from './testing/store-process';

const [delivered, shipped, pending] = demoOrders;
jest.setTimeout(120_000);
const postgres = findPostgresPrograms();

/** The tests share one data folder and run in order, because each new folder takes seconds. */
describe('store API process', () => {
  const programs = useStorePrograms();
  let dataDir: string;
  let server: RunningServer;
  beforeAll(async () => {
    dataDir = programs.createDataDir();
    server = await programs.startServer({ DATA_DIR: dataDir });
  });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });

  const command = (name: string, ...parameters: string[]) =>
    programs.run(`commands/${name}`, parameters, { DATA_DIR: dataDir });
  const port = () => new URL(server.address).port;

  const authorize = () =>
    fetch(`${server.address}/api/v1/users/authorize`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: demoAccount.email, password: demoAccount.password }),
    });
  async function signIn(): Promise<Record<string, string>> {
    const { token } = (await (await authorize()).json()) as { token: string };
    return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  }
  async function myOrders(headers: Record<string, string>): Promise<{ id: string; status: number }[]> {
    const response = await fetch(`${server.address}/api/v1/orders`, { headers });
    return (await response.json()) as { id: string; status: number }[];
  }

  it('responds on both loopback addresses', async () => {
    for (const host of ['127.0.0.1', '[::1]']) {
      const response = await fetch(`http://${host}:${port()}/readyz`);
      expect(await response.json()).toEqual({ status: 'ready' });
    }
  });

  it('rejects a second server on its database with a message that names the process', async () => {
    const second = await programs.run('server', [], { DATA_DIR: dataDir });
    expect(second.code).toBe(1);
    expect(second.output).toBe(
      `The database in ${dataDir} is in use by process ${server.child.pid}; stop it, or set DATA_DIR to another folder.`,
    );
  });

  it('runs the operator’s order command, with allowed transitions only', async () => {
    expect(statSync(join(dataDir, 'operator.json')).mode & 0o777).toBe(0o600);
    const id = String(pending?.id);
    expect(await command('order', id, 'Processing')).toEqual({
      code: 0,
      output: `Order ${id} changed from Pending to Processing.`,
    });
    expect(await command('order', id, 'delivered')).toEqual({
      code: 1,
      output: `Order ${id} is Processing and cannot become Delivered: use shipped or cancelled.`,
    });
    expect(await command('order', id, 'processing')).toEqual({
      code: 0,
      output: `Order ${id} is already Processing. Nothing changed.`,
    });
    expect(await command('order', 'TT-0000000000', 'shipped')).toEqual({
      code: 1,
      output: 'There is no order TT-0000000000: copy the id from the order page, such as TT-7Q2M9KX4HB.',
    });
    expect((await command('order', id, 'sent')).output).toContain('"sent" is not a status an order can change to');
    expect((await command('order', id)).output).toContain(`Order ${id}, Processing`);
    expect((await command('order')).output).toMatch(/^Usage: /);
    const orders = await myOrders(await signIn());
    expect(orders.find((order) => order.id === id)?.status).toBe(1);
  });

  it('imports a catalogue with the operator’s command', async () => {
    const file = `${dataDir}.csv`;
    writeFileSync(file, 'Handle,Title,Variant Price\nhandi,Handi,900\n,Nobody,1\n');
    expect(await command('catalog-import', file)).toEqual({
      code: 0,
      output: 'line 3 has no handle\n1 new, 0 changed, 0 unchanged',
    });
    expect((await fetch(`${server.address}/api/v1/products/${createProductId('handi')}`)).status).toBe(200);
    writeFileSync(file, 'Handle,Title,Variant Price\n,Nobody,1\n');
    expect((await command('catalog-import', file)).code).toBe(1);
    writeFileSync(file, Buffer.from('Handle,Title,Variant Price\ncr\xeape,Cr\xeape pan,1\n', 'latin1'));
    expect(await command('catalog-import', file)).toEqual({
      code: 1,
      output: `The file is not UTF-8 text: save it as "CSV UTF-8" and import it again.`,
    });
    expect(await command('catalog-import', `${file}.missing`)).toEqual({
      code: 1,
      output: `There is no file ${file}.missing: check its name and folder.`,
    });
    expect((await command('catalog-import', programs.folder)).output).toBe(
      `${programs.folder} is a folder: give the CSV file in it.`,
    );
  });

  it('loses no acknowledged order and no payment when it is killed, and restarts', async () => {
    const headers = await signIn();
    const acknowledged: string[] = [];
    const paid: string[] = [];
    const send = async (path: string, body: object): Promise<Record<string, unknown> | undefined> => {
      const init = { method: 'POST', headers, body: JSON.stringify(body) };
      const response = await fetch(`${server.address}/api/v1${path}`, init).catch(() => undefined);
      return (await response?.json().catch(() => undefined)) as Record<string, unknown> | undefined;
    };
    const fields = { method: 'Cash on delivery', phone: '9845012345', terms: 'true' };
    const shopper = async () => {
      for (;;) {
        const order = await send('/orders', { products: { [createProductId('toaster')]: 1 }, shippingAddress });
        if (!order) return;
        acknowledged.push(String(order.id));
        if (acknowledged.length === 40) server.child.kill('SIGKILL');
        const payment = await send('/payments', { orderId: order.id, fields });
        if (!payment) return;
        if (payment.success) paid.push(String(order.id));
      }
    };
    await Promise.all([shopper(), shopper(), shopper(), shopper()]);
    await server.ended;
    expect(existsSync(join(dataDir, 'database.lock'))).toBe(true);

    server = await programs.startServer({ DATA_DIR: dataDir });
    const stored = new Map((await myOrders(await signIn())).map(({ id, status }) => [id, status]));
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(paid.length).toBeGreaterThan(0);
    expect(paid.filter((id) => stored.get(id) !== 1)).toEqual([]);
  });

  it('exits cleanly on a signal and releases the data folder to the commands', async () => {
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(await findDatabaseOwner(dataDir)).toBeUndefined();
    expect(existsSync(join(dataDir, 'operator.json'))).toBe(false);
    expect(await command('order', String(delivered?.id), 'shipped')).toEqual({
      code: 1,
      output: `Order ${delivered?.id} is Delivered and cannot become Shipped: a Delivered order never changes.`,
    });
    expect(await command('order', String(shipped?.id), 'delivered')).toEqual({
      code: 0,
      output: `Order ${shipped?.id} changed from Shipped to Delivered.`,
    });
    const file = `${dataDir}.csv`;
    writeFileSync(file, 'Handle,Title,Variant Price\ndegchi,Degchi,1200\n');
    expect(await command('catalog-import', file)).toEqual({ code: 0, output: '1 new, 0 changed, 0 unchanged' });
    expect(await command('catalog-import', file)).toEqual({ code: 0, output: '0 new, 0 changed, 1 unchanged' });
  });

  (postgres ? it : it.skip)('shares a PostgreSQL database with the commands and with a second server', async () => {
    const env = { DATABASE_URL: await createPostgresDatabase(String(postgres)), DATA_DIR: programs.createDataDir() };
    const [first, second] = await Promise.all([programs.startServer(env), programs.startServer(env)]);
    expect(await programs.run('commands/order', [String(pending?.id), 'cancelled'], env)).toEqual({
      code: 0,
      output: `Order ${pending?.id} changed from Pending to Cancelled.`,
    });
    for (const { child, ended, address } of [first, second]) {
      const track = `/api/v1/orders/${pending?.id}?contactInfo=${demoAccount.email}`;
      expect(await (await fetch(address + track)).json()).toMatchObject({ status: 4 });
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 0 });
    }
    expect(existsSync(env.DATA_DIR)).toBe(false);
  });

  it('reports a data folder or a database that it cannot open', async () => {
    const file = `${dataDir}.csv`;
    const noFolder = await programs.run('server', [], { DATA_DIR: file });
    expect(noFolder).toEqual({
      code: 1,
      output: `The folder ${file} cannot be written (EEXIST): set DATA_DIR to another folder.`,
    });
    const noServer = await programs.run('commands/order', ['TT-1', 'shipped'], {
      DATABASE_URL: 'postgres://shop:secret@127.0.0.1:1/shop',
    });
    expect(noServer).toEqual({
      code: 1,
      output:
        'The database of DATABASE_URL cannot be read (connect ECONNREFUSED 127.0.0.1:1): check that PostgreSQL runs, and the address, user and password.',
    });
  });

  it('starts on the data folder of a server that was killed during its start', async () => {
    const folder = programs.createDataDir();
    // The delays start at the first file. On a busy machine they end anywhere in the start.
    for (const delay of [0, 20, 200, 500]) {
      const { child, ended } = programs.launchServer({ DATA_DIR: folder });
      await waitUntil(() => existsSync(join(folder, 'database.lock')), {
        timeoutMs: 120_000,
        message: 'There is no lock.',
      });
      await sleep(delay);
      child.kill('SIGKILL');
      await ended;
    }
    const { child, ended, address } = await programs.startServer({ DATA_DIR: folder });
    const { count } = (await (await fetch(`${address}/api/v1/products`)).json()) as { count: number };
    child.kill('SIGTERM');
    expect(count).toBeGreaterThan(50);
    expect((await ended).code).toBe(0);
  });

  it('rejects the published password with the sandbox off, and exits when its parent process disconnects', async () => {
    server = await programs.startServer({ DATA_DIR: dataDir, SANDBOX: 'off' });
    expect((await authorize()).status).toBe(401);
    server.child.disconnect();
    expect((await server.ended).code).toBe(0);
    expect(await findDatabaseOwner(dataDir)).toBeUndefined();
  });

  it.each([
    [{ SANDBOX: 'off' }, true],
    [{ SANDBOX: 'off', UPI_PAYEE: 'shop@bank' }, false],
    [{ SANDBOX: 'on' }, false],
  ])('says whether shoppers can pay on delivery only with %j', async (settings, isSaid) => {
    server = await programs.startServer({ DATA_DIR: dataDir, ...settings });
    server.child.kill('SIGTERM');
    const { output } = await server.ended;
    expect(output.includes('Shoppers can pay on delivery only: UPI_PAYEE is not set.')).toBe(isSaid);
    expect(output).toContain('The store API is ready');
  });

  it.each(['127.0.0.2', '0.0.0.0'])('does the operator’s commands when it listens on %s', async (HOST) => {
    server = await programs.startServer({ DATA_DIR: dataDir, HOST });
    expect(await command('refunds')).toEqual({ code: 0, output: expect.stringContaining('refund') });
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });
});
