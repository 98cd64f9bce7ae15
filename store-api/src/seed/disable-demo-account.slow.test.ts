import { demoAccount, demoOrders } from '../../catalog/demo-account';
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
