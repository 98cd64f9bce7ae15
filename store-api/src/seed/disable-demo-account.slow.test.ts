import { demoAccount, demoOrders } from '../../catalog/demo-account';
import { bundleStorePrograms } from '../testing/store-process';
import { describeOnEachDatabase } from '../testing/test-databases';
import { useTestStore } from '../testing/test-store';
import { disableDemoAccount, seedDemoAccount } from './demo-account';

describeOnEachDatabase('disableDemoAccount', (open) => {
  const store = useTestStore(open);
  beforeEach(() => seedDemoAccount(store.db));

  const { email, password } = demoAccount;
  const signIn = (secret = password) => store.post('/users/authorize', { email, password: secret });
  const signInHeaders = async () => ({ authorization: `Bearer ${(await signIn()).json<{ token: string }>().token}` });
  const countRows = async () => {
    const counts = await Promise.all(
      (['account', 'session', 'customerOrder', 'orderLine'] as const).map((table) =>
        store.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    );
    return counts.map(({ count }) => Number(count));
  };

  it('removes a demo account with demo orders only, with its sessions and orders', async () => {
    const headers = await signInHeaders();
    await disableDemoAccount(store.db);
    expect((await signIn()).statusCode).toBe(401);
    expect((await store.get('/orders', headers)).statusCode).toBe(401);
    expect(await countRows()).toEqual([0, 0, 0, 0]);
    await seedDemoAccount(store.db);
    expect((await store.get('/orders', await signInHeaders())).json()).toHaveLength(demoOrders.length);
  });

  it('keeps a demo account with an order of its own, ends its sessions and makes its password unusable', async () => {
    const headers = await signInHeaders();
    const orderId = await store.placeOrder(headers);
    await disableDemoAccount(store.db);
    await disableDemoAccount(store.db);
    expect((await signIn()).statusCode).toBe(401);
    expect((await store.get('/orders', headers)).statusCode).toBe(401);
    // The account with the sandbox on again.
    await seedDemoAccount(store.db);
    const orders = (await store.get('/orders', await signInHeaders())).json<{ id: string }[]>();
    expect(orders.map(({ id }) => id)).toContain(orderId);
    expect(orders).toHaveLength(demoOrders.length + 1);
  });

  it('leaves the account of a shopper who registered the e-mail with another password', async () => {
    await store.db.deleteFrom('orderLine').execute();
    await store.db.deleteFrom('customerOrder').execute();
    await store.db.deleteFrom('account').execute();
    await store.post('/users/register', { ...demoAccount, password: 'a password of mine' });
    await disableDemoAccount(store.db);
    expect((await signIn('a password of mine')).statusCode).toBe(200);
    await seedDemoAccount(store.db);
    expect((await signIn()).statusCode).toBe(401);
    expect((await signIn('a password of mine')).statusCode).toBe(200);
  });
});

test('a server with the sandbox off rejects the published password that an earlier server with the sandbox accepted', async () => {
  const programs = bundleStorePrograms();
  try {
    const dataDir = programs.createDataDir();
    const signInOnServer = async (sandbox: 'on' | 'off') => {
      const { address, child, ended } = await programs.startServer({ DATA_DIR: dataDir, SANDBOX: sandbox });
      const { status } = await fetch(`${address}/api/v1/users/authorize`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: demoAccount.email, password: demoAccount.password }),
      });
      child.kill('SIGTERM');
      await ended;
      return status;
    };
    expect([await signInOnServer('on'), await signInOnServer('off')]).toEqual([200, 401]);
  } finally {
    programs.remove();
  }
}, 240_000);
