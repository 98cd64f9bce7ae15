import { openTestPglite } from '@shop/store-api/testing/test-databases';
import { openTestApi } from '../api/kit/test-api';
import { type CheckOptions, checks, type RunSummary, runChecks } from './run-checks';
import { faults } from './testing/faults';
import { account, createHandle, type Handle, startServer } from './testing/specified-server';

const options: Omit<CheckOptions, 'apiBase' | 'account'> = {
  origin: 'http://localhost:3000',
  mayRegister: true,
  mayPay: true,
  timeoutMs: 10_000,
};

async function checkHandle(handle: Handle, more: Partial<CheckOptions> = {}): Promise<RunSummary> {
  const { apiBase, close } = await startServer(handle);
  try {
    return await runChecks({ ...options, apiBase, account, ...more });
  } finally {
    await close();
  }
}

const list = ({ results }: RunSummary, kind: string) =>
  results.filter(({ outcome }) => outcome.kind === kind).map(({ title }) => title);

describe('the checks of a store API', () => {
  it('pass on our own server, with every addition', async () => {
    const api = await openTestApi(openTestPglite);
    const { email, password } = await api.addAccount('owner');
    const summary = await runChecks({ ...options, apiBase: `${api.origin}/api/v1`, account: { email, password } });
    await api.close();
    expect(summary.results.filter(({ outcome }) => outcome.kind !== 'passed')).toEqual([]);
    expect(summary.results).toHaveLength(checks.length);
    expect(summary.announced).toHaveLength(7);
    expect(summary.orderIds).toHaveLength(3);
  });

  it('pass on a server that is written from the specification alone, without the additions', async () => {
    const summary = await checkHandle(createHandle());
    expect(summary.results.filter(({ outcome }) => !['passed', 'notAnnounced'].includes(outcome.kind))).toEqual([]);
    expect(list(summary, 'notAnnounced')).toEqual(checks.flatMap(({ addition, title }) => (addition ? [title] : [])));
    expect(summary.announced).toEqual([]);
    expect(summary.orderIds).toHaveLength(1);
  });

  it.each(faults.map((fault) => [fault.name, fault] as const))('find %s, and nothing else', async (_name, fault) => {
    const summary = await checkHandle(fault.plant(createHandle()));
    expect(list(summary, 'failed')).toEqual(fault.failed);
  });
});
