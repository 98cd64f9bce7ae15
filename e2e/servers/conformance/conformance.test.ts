import { openTestDatabase } from '@shop/store-api/testing/test-databases';
import { openTestApi } from '../api/kit/test-api';
import { additions } from './checks/addition.checks';
import { CannotCheckError, type CheckOptions, checks, type RunSummary, runChecks } from './run-checks';
import { faults } from './testing/faults';
import { account, createHandle, type Handle, isObject, startServer } from './testing/specified-server';
import { variations } from './testing/variations';

const options: Omit<CheckOptions, 'apiBase' | 'account'> = {
  origin: 'http://localhost:3000',
  mayRegister: true,
  mayPay: true,
  timeoutMs: 10_000,
};

async function checkHandle(
  handle: Parameters<typeof startServer>[0],
  more: Partial<CheckOptions> = {},
): Promise<RunSummary> {
  const { apiBase, close } = await startServer(handle);
  try {
    return await runChecks({ ...options, apiBase, account, ...more });
  } finally {
    await close();
  }
}

/** Watches a server: the ids of the orders that it accepts, and the number of payments that it starts. */
function watch(handle: Handle): { handle: Handle; orderIds: Set<unknown>; countPayments: () => number } {
  const orderIds = new Set<unknown>();
  let payments = 0;
  return {
    orderIds,
    countPayments: () => payments,
    handle: (request) => {
      const response = handle(request);
      const body = isObject(response.body) ? response.body : {};
      const { id } = isObject(body.data) ? body.data : body;
      const call = `${request.method} ${request.path}`;
      if (call === 'POST /orders' && response.status < 300 && id !== undefined) orderIds.add(id);
      if (call === 'POST /payments' && body.success === true) payments += 1;
      return response;
    },
  };
}

const list = ({ results }: RunSummary, kind: string) =>
  results.filter(({ outcome }) => outcome.kind === kind).map(({ title }) => title);

describe('npm run check:api', () => {
  it('passes on our own server, with every addition', async () => {
    const api = await openTestApi(openTestDatabase);
    const { email, password } = await api.addAccount('owner');
    const summary = await runChecks({ ...options, apiBase: `${api.origin}/api/v1`, account: { email, password } });
    await api.close();
    expect(summary.results.filter(({ outcome }) => outcome.kind !== 'passed')).toEqual([]);
    expect(summary.results).toHaveLength(checks.length);
    expect(summary.announced).toHaveLength(Object.keys(additions).length);
    expect(summary.orderIds).toHaveLength(3);
  });

  it('passes on a server that is written from the specification alone, without the additions', async () => {
    const summary = await checkHandle(createHandle());
    expect(summary.results.filter(({ outcome }) => !['passed', 'notAnnounced'].includes(outcome.kind))).toEqual([]);
    expect(list(summary, 'notAnnounced')).toEqual(checks.flatMap(({ addition, title }) => (addition ? [title] : [])));
    expect(summary.announced).toEqual([]);
    expect(summary.orderIds).toHaveLength(1);
  });

  it.each(variations.map((variation) => [variation.name, variation] as const))(
    'passes on a server that %s',
    async (_name, { plant, notChecked }) => {
      const { handle, countPayments } = watch(plant(createHandle()));
      const summary = await checkHandle(handle);
      expect(summary.results.filter(({ outcome }) => outcome.kind === 'failed')).toEqual([]);
      expect(list(summary, 'notChecked')).toEqual(notChecked);
      expect(summary.announced).toEqual([]);
      expect(countPayments()).toBe(1);
    },
  );

  it('needs no CORS headers of a server on the origin of the shop', async () => {
    const inner = createHandle();
    // It ignores the key that it announces.
    const headers = { 'accept-idempotency-key': 'true' };
    const { apiBase, close } = await startServer((request) => ({ ...inner(request), headers }));
    const summary = await runChecks({ ...options, apiBase, account, origin: new URL(apiBase).origin });
    await close();
    expect(list(summary, 'failed')).toEqual([
      'Two orders with one Idempotency-Key are one order, and another body is refused',
    ]);
    expect(list(summary, 'notChecked')).toEqual([
      'Pages of the shop may send an Idempotency-Key',
      'Pages of the shop may read responses to calls with cookies',
      'Pages of the shop may send a token and JSON',
      'Pages of the shop may read refusals',
    ]);
  });

  it.each(faults.map((fault) => [fault.name, fault] as const))(
    'finds %s, and nothing else, and names the orders that the server has accepted',
    async (_name, { plant, failed }) => {
      const { handle, orderIds } = watch(plant(createHandle()));
      const summary = await checkHandle(handle);
      expect(list(summary, 'failed')).toEqual(failed);
      expect(new Set(summary.orderIds)).toEqual(orderIds);
    },
  );

  it('creates no account and starts no payment without their options', async () => {
    const calls: string[] = [];
    const handle = createHandle();
    const summary = await checkHandle(
      (request) => {
        const response = handle(request);
        calls.push(`${request.method} ${request.path} ${response.status}`);
        return response;
      },
      { mayRegister: false, mayPay: false },
    );
    expect(list(summary, 'notChecked')).toEqual([
      'POST /users/register creates an account that can sign in',
      'POST /users/register with the e-mail of an account leaves that account as it is',
      'Another account neither lists nor reads nor pays the order',
      'A payment succeeds with a step that the shop can do, or fails with error',
    ]);
    expect(list(summary, 'failed')).toEqual([]);
    expect(calls).not.toContain('POST /users/register 201');
    expect(calls.filter((call) => call === 'POST /orders 201')).toHaveLength(summary.orderIds.length);
    expect(calls.length).toBeLessThan(150);
  });

  it.each([
    [
      'a wrong password',
      () => ({ account: { ...account, password: 'wrong' } }),
      /refuses .+ of meera@example\.com: E-mail or/,
    ],
    [
      'an address without a server',
      () => ({ apiBase: 'http://127.0.0.1:4/api/v1' }),
      /^No server answers at .+: connect ECONNREFUSED 127.0.0.1:4\.$/,
    ],
    [
      'a host without an address',
      () => ({ apiBase: 'http://nowhere.invalid/api/v1' }),
      /^No server answers at .+: getaddrinfo \w+ nowhere.invalid\.$/,
    ],
  ])('does not begin with %s, and says why in one line', async (_name, change, message) => {
    const run = checkHandle(createHandle(), change());
    await expect(run).rejects.toThrow(CannotCheckError);
    await expect(run).rejects.toThrow(message);
    await expect(run).rejects.toThrow(/^[^\n]+$/);
  });

  it('does not begin at a server that has other calls', async () => {
    const run = checkHandle(() => ({ status: 404, headers: {} }));
    await expect(run).rejects.toThrow(/^There is no store API at .+ are 404\.$/);
  });

  it('ends when the server stops answering', async () => {
    const handle = createHandle();
    let calls = 0;
    const run = checkHandle((request) => (++calls <= 20 ? handle(request) : new Promise<never>(() => undefined)), {
      timeoutMs: 500,
    });
    await expect(run).rejects.toThrow(new CannotCheckError('The server stopped answering: no response in 0.5 s.'));
    expect(calls).toBe(23);
  });
});
