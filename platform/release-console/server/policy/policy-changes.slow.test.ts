import type { Policy } from '@shop/releases/policy/policy';
import { HttpError } from '@shop/releases/service-api/requests';
import { UnavailableStoreError } from '@shop/releases/store/errors';
import { createDeferred } from '@shop/testing/store-api-fake';
import { waitUntil } from '@shop/testing/wait-until';
import { endExpiredRequests } from '../changes/decide-request';
import type { Service } from '../service';
import { canary, createTestConsole, env, forced, policy } from '../testing/test-console';
import { createPolicyVersions } from './policy-versions';

const next: Policy = { ...policy, people: { ...policy.people, asha: { roles: [] } } };
const proposal = { replaces: 1, policy: next, reason: 'asha has left the team' };

const readStatus = async ({ db }: Service, id: string) =>
  (await db.selectFrom('job').select('status').where('id', '=', id).executeTakeFirst())?.status;

describe('a change of the policy', () => {
  it('binds after a second person has approved it, and stays in the history', async () => {
    const { asha, ravi, meera } = await createTestConsole();
    const { kind, approval } = (await ravi.post('/api/policy', proposal)).json();
    expect({ kind, approval }).toMatchObject({
      kind: 'pending',
      approval: { env: '*', by: 'ravi', mayApprove: false, change: { kind: 'policy', replaces: 1, policy: next } },
    });
    expect((await asha.state()).environments[0]?.permissions['mf-a']).toEqual(['promote', 'rollback']);
    const decision = { id: approval.id, isApproved: true };
    expect((await ravi.post('/api/approvals', decision)).statusCode).toBe(403);
    expect((await asha.post('/api/approvals', decision)).statusCode).toBe(403);
    expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'policy', version: 2 });
    expect((await asha.post('/api/promote', canary)).statusCode).toBe(403);
    const { history, ...current } = (await asha.get('/api/policy')).json();
    expect(current).toEqual({ version: 2, policy: next });
    expect(history).toMatchObject([
      { version: 2, proposedBy: 'ravi', approvedBy: 'meera', reason: 'asha has left the team' },
      { version: 1, proposedBy: null, approvedBy: null, reason: 'imported from policy.json' },
    ]);
  });

  it('is refused when another change came first', async () => {
    const { ravi, meera, changePolicy } = await createTestConsole();
    const { approval } = (await ravi.post('/api/policy', proposal)).json();
    await changePolicy({ ...policy, slots: {} });
    const late = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
    expect(late.json().error).toBe(
      'The release policy has changed since: load it again, and propose your change to it.',
    );
    const stale = await ravi.post('/api/policy', proposal);
    expect(stale.json().error).toBe('The release policy is at version 2, and you saw version 1: load it again.');
    expect((await ravi.post('/api/approvals', { id: approval.id, isApproved: false })).json()).toEqual({
      kind: 'rejected',
    });
  });

  it('is made together with the end of its request', async () => {
    const { ravi, meera, service } = await createTestConsole();
    const { id } = (await ravi.post('/api/policy', proposal)).json().approval;
    // As when the instance is killed before it stores that the request has ended.
    jest.spyOn(service.approvals, 'end').mockRejectedValueOnce(new HttpError(503, 'The database does not answer.'));
    const decision = { id, isApproved: true };
    expect((await meera.post('/api/approvals', decision)).statusCode).toBe(503);
    expect((await service.policies.current()).version).toBe(1);
    expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'policy', version: 2 });
    expect((await meera.state()).approvals).toEqual([]);
  });

  it.each([
    [{ ...policy, people: { asha: { roles: ['king'] } } }, 'people.asha.roles: there is no role king'],
    [
      { roles: { a: { may: ['lock'], apps: ['*'], environments: ['*'] } }, people: {} },
      'No role of this policy may change',
    ],
  ])('is refused for a policy that does not work (%#)', async (broken, message) => {
    const { ravi } = await createTestConsole();
    const response = await ravi.post('/api/policy', { ...proposal, policy: broken });
    expect([response.statusCode, response.json().error]).toEqual([400, expect.stringContaining(message)]);
  });

  it('needs the permission', async () => {
    const { asha } = await createTestConsole();
    const response = await asha.post('/api/policy', proposal);
    expect(response.json().error).toBe(
      'asha may not change the policy of everything: the role manager has the permission `policy`; ask ravi or meera.',
    );
  });

  it('of two at the same time has one winner', async () => {
    const { service } = await createTestConsole();
    const { policies } = service;
    const change = { replaces: 1, policy: next, proposedBy: 'ravi', approvedBy: 'meera', reason: 'x' };
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => policies.add(change)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await policies.current()).version).toBe(2);
  });
});

describe('the first policy', () => {
  it('is the one of the machine until there is a version', async () => {
    const { service } = await createTestConsole();
    await service.db.deleteFrom('policyVersion').execute();
    const policies = createPolicyVersions(service.db, next);
    expect(await policies.current()).toEqual({ version: 0, policy: next });
    expect(await policies.loadRules(env)).toBeUndefined();
    await policies.add({ replaces: 0, policy, proposedBy: null, approvedBy: null, reason: 'imported' });
    expect(await policies.current()).toEqual({ version: 1, policy });
    expect(await policies.loadRules(env)).toEqual({ slots: {}, connect: {} });
  });
});

describe('an approval request', () => {
  it('expires after 24 hours', async () => {
    const { clock, ravi, meera, service } = await createTestConsole();
    const { approval } = (await ravi.post('/api/policy', proposal)).json();
    clock.elapsedMs = 24 * 3_600_000 - 60_000;
    expect(await service.approvals.list()).toHaveLength(1);
    clock.elapsedMs = 24 * 3_600_000 + 60_000;
    expect(await service.approvals.list()).toEqual([]);
    expect((await meera.post('/api/approvals', { id: approval.id, isApproved: true })).statusCode).toBe(404);
  });

  it('is decided once by two people at two instances at the same time', async () => {
    const { ravi, as, createInstance, headers, newest, changePolicy } = await createTestConsole();
    await changePolicy({ ...policy, people: { ...policy.people, guest: { roles: ['manager'] } } });
    const { approval } = (await ravi.post('/api/promote', forced)).json();
    const instances = [await createInstance(), await createInstance()];
    const people = [await as('meera'), await as('guest')];
    const responses = await Promise.all(
      instances.map(({ app }, index) =>
        app.inject({
          method: 'POST',
          url: '/api/approvals',
          headers: { ...headers, cookie: people[index]?.cookie ?? '' },
          payload: { id: approval.id, isApproved: true },
        }),
      ),
    );
    const [first, second] = responses.map(({ statusCode }) => statusCode).sort();
    expect(first).toBe(200);
    // The other person decides at the same time, or afterwards.
    expect([404, 409]).toContain(second);
    expect((await newest()).entry.seq).toBe(2);
  });

  describe('whose instance was killed after the change', () => {
    const day = 24 * 60 * 60_000;

    /** Asks for a change, and lets an instance make it that ends before it stores the decision. */
    async function makeAndKill() {
      const opened = await createTestConsole();
      const { clock, ravi, meera, service } = opened;
      const { approval } = (await ravi.post('/api/promote', forced)).json();
      const end = jest.spyOn(service.approvals, 'end').mockImplementation(async () => true);
      const decision = { id: approval.id, isApproved: true };
      expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 2 });
      end.mockRestore();
      expect((await meera.post('/api/approvals', decision)).statusCode).toBe(409);
      clock.elapsedMs = 61_000;
      return { ...opened, decision, readStatus: () => readStatus(service, approval.id) };
    }

    it.each([
      ['approves it again', ({ guest, decision }: Killed) => guest.post('/api/approvals', decision)],
      ['rejects it', ({ guest, decision }: Killed) => guest.post('/api/approvals', { ...decision, isApproved: false })],
      [
        'waits for its end',
        ({ clock, service }: Killed) => {
          clock.elapsedMs = day;
          return endExpiredRequests(service);
        },
      ],
    ])('was approved by the person who made the change when another one %s', async (_what, act) => {
      const killed = await makeAndKill();
      await killed.changePolicy({ ...policy, people: { ...policy.people, guest: { roles: ['manager'] } } });
      const add = jest.spyOn(killed.service.outbox, 'add');
      await act(killed);
      expect(add.mock.calls.map(([, { event, by }]) => [event, by])).toEqual([['approved', 'meera']]);
      expect(await killed.readStatus()).toBe('approved');
    });

    it('can be decided after its lease, and is not made twice', async () => {
      const { meera, asha, decision, newest } = await makeAndKill();
      // An attempt that fails forgets nothing.
      expect((await asha.post('/api/approvals', decision)).statusCode).toBe(403);
      expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 2 });
      expect((await newest()).entry.seq).toBe(2);
      expect((await meera.state()).approvals).toEqual([]);
    });

    it('cannot be rejected any more', async () => {
      const { ravi, decision, readStatus } = await makeAndKill();
      expect((await ravi.post('/api/approvals', { ...decision, isApproved: false })).json()).toEqual({
        kind: 'live',
        seq: 2,
      });
      expect(await readStatus()).toBe('approved');
    });

    type Killed = Awaited<ReturnType<typeof makeAndKill>>;
  });

  it('was approved by the person whose instance only seemed to be killed, and made the change during the next approval', async () => {
    const { clock, service, newest, ravi, meera, guest, changePolicy } = await createTestConsole();
    await changePolicy({ ...policy, people: { ...policy.people, guest: { roles: ['manager'] } } });
    const { approval } = (await ravi.post('/api/promote', forced)).json();
    const decision = { id: approval.id, isApproved: true };
    const { createGates } = service;
    const woken = createDeferred();
    let runs = 0;
    let slow: Promise<unknown> | undefined;
    service.createGates = (target, removedPaths) => async (candidate) => {
      runs++;
      if (runs === 2) {
        woken.resolve();
        await slow;
      } else if (runs === 1) await woken.promise;
      return createGates(target, removedPaths)(candidate);
    };
    slow = meera.post('/api/approvals', decision);
    await waitUntil(() => runs === 1, { message: 'The gates of the first approval run.' });
    clock.elapsedMs = 61_000;
    const add = jest.spyOn(service.outbox, 'add');
    expect((await guest.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry).toMatchObject({ seq: 2, by: 'ravi, approved by meera' });
    expect(add.mock.calls.map(([, { event, by }]) => [event, by])).toEqual([['approved', 'meera']]);
  });

  it.each([
    ['approves it', true],
    ['rejects it', false],
  ])(
    'was approved by the person who made the change after a later attempt had failed, also when another one %s',
    async (_what, isApproved) => {
      const { clock, service, newest, ravi, asha, meera, guest, changePolicy } = await createTestConsole();
      const manager = { roles: ['manager'] };
      await changePolicy({ ...policy, people: { ...policy.people, asha: manager, guest: manager } });
      const { approval } = (await ravi.post('/api/promote', forced)).json();
      const decision = { id: approval.id, isApproved: true };
      const { createGates } = service;
      const woken = createDeferred();
      let runs = 0;
      service.createGates = (target, removedPaths) => async (candidate) => {
        const run = ++runs;
        if (run === 1) await woken.promise;
        if (run === 2) throw new UnavailableStoreError('The object store does not answer.');
        return createGates(target, removedPaths)(candidate);
      };
      const slow = meera.post('/api/approvals', decision);
      await waitUntil(() => runs === 1, { message: 'The gates of the first approval run.' });
      clock.elapsedMs = 61_000;
      expect((await asha.post('/api/approvals', decision)).statusCode).toBe(503);
      woken.resolve();
      expect((await slow).json()).toEqual({ kind: 'live', seq: 2 });
      expect((await newest()).entry).toMatchObject({ seq: 2, by: 'ravi, approved by meera' });
      const add = jest.spyOn(service.outbox, 'add');
      expect((await guest.post('/api/approvals', { ...decision, isApproved })).json()).toEqual({
        kind: 'live',
        seq: 2,
      });
      expect(add.mock.calls.map(([, { event, by }]) => [event, by])).toEqual([['approved', 'meera']]);
    },
  );

  it('whose instance was killed before the change expires', async () => {
    const { clock, ravi, service } = await createTestConsole();
    const { approval } = (await ravi.post('/api/promote', forced)).json();
    await service.approvals.claim(approval.id);
    clock.elapsedMs = 24 * 60 * 60_000;
    await endExpiredRequests(service);
    expect(await readStatus(service, approval.id)).toBe('expired');
  });
});
