import { randomUUID } from 'node:crypto';
import { collectGarbage } from '@shop/release-cli/commands/collect-garbage';
import { applyChange } from '@shop/releases/actions/apply-change';
import { beginRemoval } from '@shop/releases/release/removal-marker';
import type { ScheduleView } from '@shop/releases/service-api/responses';
import { UnavailableStoreError } from '@shop/releases/store/errors';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { pauseBefore } from '@shop/releases/testing/crashing-store';
import { passingGates } from '@shop/releases/testing/test-environment';
import { readHistory } from '@shop/releases/testing/test-shop';
import { waitUntil } from '@shop/testing/wait-until';
import { findCaller } from '../auth/principals';
import { createUserEnvironment } from '../changes/gated-changes';
import { createTestConsole, env, policy, soon } from '../testing/test-console';
import { runDueSchedule } from './run-schedules';
import { createSchedules } from './schedules';

const lock = { call: 'lock', body: { env, app: 'mf-a', reason: 'sale weekend' } };
const promote = { call: 'promote', body: { env, releases: ['mf-a@1.1.0'], canary: { share: 10 }, reason: 'faster' } };
const forced = { call: 'promote', body: { env, releases: ['mf-payment@2.0.0'], isForced: true, reason: 'bank' } };

async function createClockedConsole() {
  const opened = await createTestConsole();
  const schedule = async (who: 'asha' | 'ravi', action: object) =>
    (await opened[who].post('/api/schedules', { at: soon(), action })).json();
  const read = async () => (await opened.ravi.get('/api/schedules')).json();
  /** Runs the schedule when it is due. */
  const runLater = (service = opened.service) => {
    opened.clock.elapsedMs = 61_000;
    return runDueSchedule(service);
  };
  /** Runs the schedule at an instance that is killed before it stores the result. */
  const runAndKill = async () => {
    const { service } = await opened.createInstance();
    jest.spyOn(service.schedules, 'end').mockImplementation(async () => undefined);
    expect(await runLater(service)).toBe(true);
  };
  return { ...opened, schedule, read, runLater, runAndKill };
}

/** Lets the next write of HEAD land, and then the store does not answer. @returns Ends the outage. */
function loseAnswer(store: ReleaseStore): () => void {
  const error = new UnavailableStoreError('The object store does not answer.');
  const get = jest.spyOn(store, 'get');
  const { compareAndSwap } = store;
  jest.spyOn(store, 'compareAndSwap').mockImplementationOnce(async (...write) => {
    await compareAndSwap(...write);
    get.mockRejectedValue(error);
    throw error;
  });
  return () => get.mockRestore();
}

describe('the release of a planned change', () => {
  const dayMs = 86_400_000;
  const forPeople = { ...policy, environments: { production: { approvals: { '*': 1 } } } };

  it.each([
    ['a schedule', 'schedules', { at: new Date(Date.now() + 40 * dayMs).toISOString(), action: promote }, 39],
    ['an approval request', 'promote', { ...promote.body, seq: 1 }, 0],
  ])('is not removed by gc: %s', async (_what, call, body, days) => {
    const { environment, ravi } = await createTestConsole({ policy: forPeople });
    expect((await ravi.post(`/api/${call}`, body)).statusCode).toBe(200);
    const since = Date.now() + days * dayMs + 1000;
    const { removed } = await collectGarbage(environment, { since, isDryRun: false });
    expect(removed.map(({ prefix }) => prefix)).toEqual([expect.stringMatching(/^r\/mf-payment\/2\.0\.0-/)]);
  });

  it('cannot be scheduled while gc removes it', async () => {
    const { environment, store, ravi } = await createTestConsole();
    const folder = (await store.listFolders('r/mf-a/')).find((name) => name.startsWith('1.1.0-'));
    await beginRemoval(environment.store, `r/mf-a/${folder}/`);
    const refused = await ravi.post('/api/schedules', { at: soon(), action: promote });
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      expect.stringContaining('mf-a@1.1.0 is being removed by gc'),
    ]);
  });
});

describe('a schedule', () => {
  it('makes its change as its author when it is due', async () => {
    const { schedule, read, service, newest, runLater } = await createClockedConsole();
    const { id, ...created } = await schedule('asha', promote);
    expect(created).toMatchObject({ by: 'asha', status: 'waiting', result: null, mayCancel: true });
    expect(await runDueSchedule(service)).toBe(false);
    expect(await runLater()).toBe(true);
    expect(await runDueSchedule(service)).toBe(false);
    expect((await newest()).entry).toMatchObject({ seq: 2, by: 'asha', action: 'canary', reason: 'faster', job: id });
    expect(await read()).toMatchObject([{ id, status: 'done', result: { kind: 'live', seq: 2 }, mayCancel: false }]);
  });

  it.each([
    ['rollout', { env, share: 50 }, 'asha'],
    ['halt', { env, reason: 'slow' }, 'asha'],
    ['lock', { env, app: '*', reason: 'sale' }, 'ravi'],
    ['unlock', { env, app: '*', reason: 'over' }, 'ravi'],
    ['note', { env, reason: 'started the TV spot' }, 'asha'],
  ] as const)('can be a %s', async (call, body, who) => {
    const { schedule, read, ravi, runLater } = await createClockedConsole();
    await ravi.post('/api/promote', { ...promote.body, seq: 1 });
    await ravi.post('/api/lock', { env, seq: 2, app: call === 'unlock' ? '*' : 'mf-payment', reason: 'x' });
    await schedule(who, { call, body: { reason: '', ...body } });
    await runLater();
    expect(await read()).toMatchObject([{ status: 'done', action: { call }, result: { kind: 'live', seq: 4 } }]);
  });

  describe('that changes nothing fails', () => {
    const nothing = 'It changed nothing, since production was in that state already: its history says which change';
    const step = { env, share: 'complete', reason: 'fine' };
    const cases: [
      what: string,
      action: { call: string; body: object },
      change: [call: string, body: object],
      error: string,
    ][] = [
      [
        'the canary was completed',
        { call: 'halt', body: { env, reason: 'slow' } },
        ['rollout', step],
        'meera completed the canary of mf-a for every visitor in change 3: roll back instead.',
      ],
      [
        'the canary was halted',
        { call: 'halt', body: { env, reason: 'slow' } },
        ['halt', { env, reason: 'slow' }],
        nothing,
      ],
      ['the app is locked', lock, ['lock', lock.body], nothing],
      [
        'the version is live',
        { call: 'promote', body: { env, releases: ['mf-a@1.1.0'], reason: 'x' } },
        ['rollout', step],
        nothing,
      ],
    ];

    it.each(cases)('%s', async (_what, { call, body }, [other, change], error) => {
      const { schedule, read, service, newest, asha, meera, runLater } = await createClockedConsole();
      await asha.post('/api/promote', { ...promote.body, seq: 1 });
      const canary = (await newest()).state.canaries[0]?.id;
      await schedule('ravi', { call, body: call === 'halt' ? { ...body, canary } : body });
      expect((await meera.post(`/api/${other}`, { ...change, seq: 2 })).json()).toEqual({ kind: 'live', seq: 3 });
      const add = jest.spyOn(service.outbox, 'add');
      await runLater();
      expect(await read()).toMatchObject([
        { status: 'failed', result: { kind: 'failed', error: expect.stringContaining(error) } },
      ]);
      const event = { event: 'schedule-failed', by: 'ravi', reason: expect.stringContaining(error) };
      expect(add).toHaveBeenCalledWith(expect.anything(), expect.objectContaining(event));
      expect((await newest()).entry.seq).toBe(3);
    });
  });

  it('is listed while it waits, also beside hundreds of others, and so are the newest 200 that ended', async () => {
    const { service, ravi } = await createTestConsole();
    const { id: next } = (await ravi.post('/api/schedules', { at: soon(), action: lock })).json();
    const stored = JSON.stringify({ principal: { name: 'ravi' }, action: lock, apps: null });
    const createRows = (count: number, from: number, status: 'waiting' | 'running' | 'done') =>
      Array.from({ length: count }, (_, index) => {
        const dueAt = new Date(Date.now() + (from + index) * 60_000);
        return { id: randomUUID(), createdAt: dueAt, dueAt, status, schedule: stored };
      });
    await service.db
      .insertInto('job')
      .values([...createRows(250, 10, 'waiting'), ...createRows(1, 0, 'running'), ...createRows(250, -1000, 'done')])
      .execute();
    const listed: ScheduleView[] = (await ravi.get('/api/schedules')).json();
    const count = (wanted: string) => listed.filter(({ status }) => status === wanted).length;
    expect([count('waiting'), count('running'), count('done')]).toEqual([251, 1, 200]);
    expect(listed.filter(({ status }) => status === 'waiting').at(-1)).toMatchObject({ id: next });
    const times = listed.map(({ dueAt }) => dueAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  it('is listed once when it ends meanwhile, because one statement reads all', async () => {
    const { schedule, service } = await createClockedConsole();
    const { id } = await schedule('ravi', lock);
    let statements = 0;
    const db = service.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements++;
        return result;
      },
    });
    expect(await createSchedules(db, service.outbox).list()).toMatchObject([{ id, status: 'waiting' }]);
    expect(statements).toBe(1);
  });

  it('has the permissions of the moment at which it runs', async () => {
    const { schedule, read, newest, changePolicy, runLater } = await createClockedConsole();
    await schedule('asha', promote);
    await changePolicy({ ...policy, people: { ...policy.people, asha: { roles: [] } } });
    await runLater();
    const error = 'asha may not promote mf-a in production: the roles catalog or manager have the permission `promote`';
    expect(await read()).toMatchObject([{ status: 'failed', result: { error: expect.stringContaining(error) } }]);
    expect((await newest()).entry.seq).toBe(1);
  });

  it('fails with the findings of the gates', async () => {
    const { schedule, read, runLater } = await createClockedConsole();
    await schedule('ravi', { call: 'promote', body: { env, releases: ['mf-payment@2.0.0'], reason: 'bank' } });
    await runLater();
    expect(await read()).toMatchObject([
      { status: 'failed', result: { kind: 'failed', findings: [{ gate: 'route-ownership' }, {}] } },
    ]);
  });

  it('that forces an app of two people requests the approval', async () => {
    const { schedule, read, ravi, meera, runLater } = await createClockedConsole();
    await schedule('ravi', forced);
    await runLater();
    const [approval] = (await ravi.state()).approvals;
    expect(await read()).toMatchObject([{ status: 'done', result: { kind: 'pending', approval: approval?.id } }]);
    const decided = await meera.post('/api/approvals', { id: approval?.id, isApproved: true });
    expect(decided.json()).toEqual({ kind: 'live', seq: 2 });
  });

  it('requests its approval once when its instance is killed after the request', async () => {
    const { clock, schedule, read, runAndKill, service, ravi, meera } = await createClockedConsole();
    await schedule('ravi', forced);
    await runAndKill();
    const [approval] = (await ravi.state()).approvals;
    expect((await meera.post('/api/approvals', { id: approval?.id, isApproved: true })).json().kind).toBe('live');
    clock.elapsedMs = 122_000;
    expect(await runDueSchedule(service)).toBe(true);
    expect(await read()).toMatchObject([{ status: 'done', result: { kind: 'pending', approval: approval?.id } }]);
    expect((await ravi.state()).approvals).toEqual([]);
  });

  it('is cancelled by its author, or by a person who may lock the environment', async () => {
    const { clock, schedule, service, asha, ravi, meera, newest } = await createClockedConsole();
    const [own, others] = [await schedule('asha', promote), await schedule('asha', promote)];
    const managers = await schedule('ravi', lock);
    const refused = await asha.post('/api/schedules/cancel', { id: managers.id });
    expect([refused.statusCode, refused.json().error]).toEqual([
      403,
      'Only ravi, or a person who may lock production as a whole, can cancel this schedule.',
    ]);
    expect((await asha.post('/api/schedules/cancel', { id: own.id })).json()).toEqual({ kind: 'cancelled' });
    expect((await meera.post('/api/schedules/cancel', { id: others.id })).json()).toEqual({ kind: 'cancelled' });
    expect((await ravi.post('/api/schedules/cancel', { id: managers.id })).json()).toEqual({ kind: 'cancelled' });
    expect((await ravi.post('/api/schedules/cancel', { id: managers.id })).statusCode).toBe(409);
    clock.elapsedMs = 61_000;
    expect(await runDueSchedule(service)).toBe(false);
    expect((await newest()).entry.seq).toBe(1);
  });

  it('does not run after its token was revoked', async () => {
    const { ravi, openToken, read, runLater } = await createClockedConsole();
    const token = await openToken(ravi);
    await token.post('/api/schedules', { at: soon(), action: lock });
    await token.revoke();
    await runLater();
    const error = 'The token of ravi was revoked.';
    expect(await read()).toMatchObject([{ by: 'ravi', status: 'failed', result: { error } }]);
  });

  it('is taken over after the lease of a killed instance, and is not made twice', async () => {
    const { clock, schedule, read, runAndKill, service, newest } = await createClockedConsole();
    await schedule('ravi', lock);
    await runAndKill();
    expect((await newest()).entry).toMatchObject({ seq: 2, action: 'lock' });
    expect(await runDueSchedule(service)).toBe(false);
    clock.elapsedMs = 122_000;
    expect(await runDueSchedule(service)).toBe(true);
    expect((await newest()).entry.seq).toBe(2);
    expect(await read()).toMatchObject([{ status: 'done', result: { kind: 'live', seq: 2 } }]);
  });

  it('is taken over at once when its instance ends before the change is made', async () => {
    const { clock, schedule, createInstance, read, service, newest } = await createClockedConsole();
    await schedule('ravi', lock);
    const ending = await createInstance();
    // The instance never gets an environment, so that the schedule runs until the end.
    ending.service.openEnvironment = () => new Promise(() => undefined);
    clock.elapsedMs = 61_000;
    const claimed = jest.spyOn(ending.service.leases, 'hold');
    void runDueSchedule(ending.service);
    await waitUntil(() => claimed.mock.calls.length === 1, { message: 'The instance works on the schedule.' });
    expect(await runDueSchedule(service)).toBe(false);
    await ending.service.leases.release();
    clock.elapsedMs += 1;
    expect(await runDueSchedule(service)).toBe(true);
    expect((await newest()).entry).toMatchObject({ seq: 2, action: 'lock', by: 'ravi' });
    expect(await read()).toMatchObject([{ status: 'done' }]);
  });

  it.each([
    ['is tried again while the release store does not answer', 1, 'waiting'],
    ['fails when the release store does not answer for 15 minutes', 17, 'failed'],
  ])('%s', async (_what, minutes, status) => {
    const { clock, schedule, read, service, newest } = await createClockedConsole();
    const error = 'The object store does not answer.';
    jest.spyOn(service, 'openEnvironment').mockRejectedValueOnce(new UnavailableStoreError(error));
    await schedule('ravi', lock);
    clock.elapsedMs = minutes * 60_000 + 1000;
    expect(await runDueSchedule(service)).toBe(true);
    expect(await runDueSchedule(service)).toBe(false);
    const isWaiting = status === 'waiting';
    expect(await read()).toMatchObject([{ status, mayCancel: isWaiting, result: isWaiting ? null : { error } }]);
    clock.elapsedMs += 6000;
    expect(await runDueSchedule(service)).toBe(isWaiting);
    if (isWaiting) expect(await read()).toMatchObject([{ status: 'done', result: { seq: 2 } }]);
    expect((await newest()).entry.seq).toBe(isWaiting ? 2 : 1);
  });

  it.each([
    ['the signer', 1, 'waiting'],
    ['the signer', 17, 'failed'],
    ['the database', 1, 'waiting'],
    ['the database', 17, 'failed'],
  ])('is tried again after a fault of %s (%d minutes after its time: %s)', async (what, minutes, status) => {
    const { clock, schedule, read, service, environment, newest } = await createClockedConsole();
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const isOfSigner = what === 'the signer';
    const fault = isOfSigner ? new UnavailableStoreError('It has ended.') : new Error('Connection terminated');
    // The attempt has begun when the signer is called.
    if (isOfSigner) jest.spyOn(environment.signer, 'signChange').mockRejectedValueOnce(fault);
    else jest.spyOn(service.schedules, 'begin').mockRejectedValueOnce(fault);
    await schedule('ravi', lock);
    clock.elapsedMs = minutes * 60_000 + 1000;
    expect(await runDueSchedule(service)).toBe(true);
    const isWaiting = status === 'waiting';
    const error = isOfSigner ? 'It has ended.' : 'The release service failed. Its log has the reason.';
    expect(await read()).toMatchObject([{ status, result: isWaiting ? null : { error } }]);
    expect(logged).toHaveBeenCalledTimes(isOfSigner ? 0 : 1);
    logged.mockRestore();
    clock.elapsedMs += 6000;
    expect(await runDueSchedule(service)).toBe(isWaiting);
    expect((await newest()).entry.seq).toBe(isWaiting ? 2 : 1);
  });

  it.each([
    ['is made less than an hour after its time', promote, 60, null],
    [
      'that brings an app to more visitors fails an hour after its time',
      promote,
      62,
      'It was not made, because its time has been over for an hour: schedule it again.',
    ],
    ['that brings no app to more visitors is made also later', lock, 62, null],
  ])('%s', async (_what, action, minutes, error) => {
    const { clock, schedule, read, service, newest } = await createClockedConsole();
    await schedule('ravi', action);
    const add = jest.spyOn(service.outbox, 'add');
    clock.elapsedMs = minutes * 60_000;
    expect(await runDueSchedule(service)).toBe(true);
    const failed = { status: 'failed', result: { kind: 'failed', error } };
    expect(await read()).toMatchObject([error === null ? { status: 'done' } : failed]);
    expect((await newest()).entry.seq).toBe(error === null ? 2 : 1);
    const events = add.mock.calls.map(([, { event }]) => event);
    expect(events).toEqual(error === null ? [] : ['schedule-failed']);
  });

  it('does not fail while the store that lost its answer stays away, and finds its change afterwards', async () => {
    const { clock, schedule, read, service, store, newest } = await createClockedConsole();
    const { id } = await schedule('ravi', lock);
    const restore = loseAnswer(store);
    for (const minutes of [17, 60]) {
      clock.elapsedMs = minutes * 60_000;
      expect(await runDueSchedule(service)).toBe(true);
      expect(await read()).toMatchObject([{ status: 'waiting', result: null }]);
    }
    restore();
    clock.elapsedMs += 6000;
    expect(await runDueSchedule(service)).toBe(true);
    expect(await read()).toMatchObject([{ status: 'done', result: { kind: 'live', seq: 2 } }]);
    expect((await newest()).entry).toMatchObject({ seq: 2, action: 'lock', job: id });
  });

  it('fails when its stored change is not one of this version', async () => {
    const { schedule, service, runLater } = await createClockedConsole();
    const { id } = await schedule('ravi', lock);
    const action = { call: 'lock', body: { env, reason: 'no app' } };
    await service.db
      .updateTable('job')
      .set({ schedule: JSON.stringify({ principal: { name: 'ravi' }, action, apps: null }) })
      .where('id', '=', id)
      .execute();
    const add = jest.spyOn(service.outbox, 'add');
    expect(await runLater()).toBe(true);
    expect(await service.schedules.find(id)).toMatchObject({ status: 'failed', result: { kind: 'failed' } });
    expect(add).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({
        environment: env,
        by: 'ravi',
        text: 'scheduled a change that was not made: Make a lock',
      }),
    );
  });

  it('is taken over when its instance was killed before the change', async () => {
    const { clock, schedule, read, service, newest } = await createClockedConsole();
    await schedule('ravi', lock);
    clock.elapsedMs = 61_000;
    expect(await service.schedules.claimDue()).not.toBeNull();
    clock.elapsedMs = 122_000;
    expect(await runDueSchedule(service)).toBe(true);
    expect((await newest()).entry).toMatchObject({ seq: 2, action: 'lock', by: 'ravi' });
    expect(await read()).toMatchObject([{ status: 'done' }]);
  });

  it('is made although its author made the same change by hand, when its instance was killed before', async () => {
    const { clock, schedule, read, service, newest, ravi } = await createClockedConsole();
    const note = { env, reason: 'started the TV spot' };
    const { id } = await schedule('ravi', { call: 'note', body: note });
    clock.elapsedMs = 61_000;
    const { claimId } = (await service.schedules.claimDue()) ?? {};
    expect(await service.schedules.begin(id, { id: claimId ?? '', seq: 1 })).toBe(true);
    expect((await ravi.post('/api/note', { ...note, seq: 1 })).statusCode).toBe(200);
    clock.elapsedMs = 122_000;
    expect(await runDueSchedule(service)).toBe(true);
    expect((await newest()).entry).toMatchObject({ ...note, seq: 3, by: 'ravi', action: 'note', job: id });
    expect(await read()).toMatchObject([{ status: 'done', result: { kind: 'live', seq: 3 } }]);
  });

  it.each([
    ['note', { reason: 'started the TV spot' }, []],
    ['unlock', { app: 'mf-payment', reason: 'over' }, [['lock', { app: 'mf-payment', reason: 'sale' }]]],
    ['rollback', { reason: 'slow' }, [['promote', { releases: ['mf-a@1.1.0'], reason: 'faster' }]]],
    ['rollout', { share: 'complete', reason: 'faster' }, [['promote', promote.body]]],
  ] as const)(
    'of a %s is made once when the answer of the store was lost and another change came after it',
    async (call, body, before) => {
      const { clock, read, service, environment, store, ravi } = await createClockedConsole();
      for (const [index, [name, fields]] of before.entries()) {
        expect((await ravi.post(`/api/${name}`, { env, seq: index + 1, ...fields })).statusCode).toBe(200);
      }
      const seq = before.length + 2;
      const { id } = (
        await ravi.post('/api/schedules', { at: soon(), action: { call, body: { env, ...body } } })
      ).json();
      clock.elapsedMs = 61_000;
      const { compareAndSwap } = store;
      jest.spyOn(store, 'compareAndSwap').mockImplementationOnce(async (...write) => {
        await compareAndSwap(...write);
        expect((await ravi.post('/api/note', { env, seq, reason: 'another change' })).statusCode).toBe(200);
        return false;
      });
      expect(await runDueSchedule(service)).toBe(true);
      expect(await read()).toMatchObject([{ id, status: 'done', result: { kind: 'live', seq } }]);
      const made = (await readHistory(environment)).filter(({ job }) => job === id);
      expect(made.map((entry) => entry.seq)).toEqual([seq]);
    },
  );

  it('is made once, whenever an instance that only seemed to be killed makes it', async () => {
    const { clock, service, environment, ravi } = await createClockedConsole();
    const { openEnvironment, schedules } = service;
    const note = { kind: 'note' as const, env, reason: 'started the TV spot' };
    const jobs: string[] = [];
    let isPaused = true;
    for (let operation = 0; isPaused; operation++) {
      const at = new Date(Date.now() + clock.elapsedMs + 1000).toISOString();
      const action = { call: note.kind, body: { env, reason: note.reason } };
      const { id } = (await ravi.post('/api/schedules', { at, action })).json();
      jobs.push(id);
      clock.elapsedMs += 2000;
      const { claimId = '' } = (await schedules.claimDue()) ?? {};
      const seq = operation + 1;
      await schedules.begin(id, { id: claimId, seq });
      const caller = await findCaller(service, { name: 'ravi' });
      isPaused = false;
      const wake = async () => {
        isPaused = true;
        const user = createUserEnvironment(environment, caller, seq, []);
        await applyChange(user, note, 'ravi', { ...passingGates, job: id }).catch(() => undefined);
      };
      service.openEnvironment = async (name) => {
        const opened = await openEnvironment(name);
        return { ...opened, store: pauseBefore(opened.store, operation, wake) };
      };
      clock.elapsedMs += 61_000;
      expect(await runDueSchedule(service)).toBe(true);
      service.openEnvironment = openEnvironment;
    }
    expect(jobs.length).toBeGreaterThan(10);
    expect((await readHistory(environment)).flatMap(({ job }) => job ?? [])).toEqual(jobs.reverse());
  });

  it('cannot be cancelled when an attempt made its change before the store stopped to answer', async () => {
    const { clock, schedule, read, service, store, newest, ravi } = await createClockedConsole();
    const { id } = await schedule('ravi', lock);
    clock.elapsedMs = 61_000;
    const restore = loseAnswer(store);
    expect(await runDueSchedule(service)).toBe(true);
    expect(await read()).toMatchObject([{ status: 'waiting', result: null }]);
    expect((await ravi.post('/api/schedules/cancel', { id })).statusCode).toBe(503);
    restore();
    const response = await ravi.post('/api/schedules/cancel', { id });
    expect([response.statusCode, response.json().error]).toEqual([409, 'It was made already, as change 2.']);
    expect(await read()).toMatchObject([{ status: 'done', result: { kind: 'live', seq: 2 } }]);
    clock.elapsedMs += 60_000;
    expect(await runDueSchedule(service)).toBe(false);
    expect((await newest()).entry).toMatchObject({ seq: 2, action: 'lock', job: id });
  });

  it('cannot be cancelled when an attempt asked for its approval', async () => {
    const { clock, schedule, read, runAndKill, service, ravi, meera } = await createClockedConsole();
    const { id } = await schedule('ravi', forced);
    await runAndKill();
    clock.elapsedMs = 122_000;
    jest.spyOn(service, 'openEnvironment').mockRejectedValueOnce(new UnavailableStoreError('no answer'));
    expect(await runDueSchedule(service)).toBe(true);
    expect(await read()).toMatchObject([{ status: 'waiting', mayCancel: true }]);
    const response = await ravi.post('/api/schedules/cancel', { id });
    expect([response.statusCode, response.json().error]).toEqual([
      409,
      'It has requested its approval already: cancel the request.',
    ]);
    const [approval] = (await ravi.state()).approvals;
    expect(await read()).toMatchObject([{ status: 'done', result: { kind: 'pending', approval: approval?.id } }]);
    expect((await meera.post('/api/approvals', { id: approval?.id, isApproved: true })).json().kind).toBe('live');
  });

  it('is not cancelled when another attempt begins in the meantime', async () => {
    const { clock, schedule, read, service, ravi, newest } = await createClockedConsole();
    const { id } = await schedule('ravi', lock);
    clock.elapsedMs = 61_000;
    const { schedules } = service;
    const { find } = schedules;
    jest.spyOn(schedules, 'find').mockImplementationOnce(async (name) => {
      const found = await find(name);
      const { claimId = '' } = (await schedules.claimDue()) ?? {};
      await schedules.begin(id, { id: claimId, seq: 1 });
      await schedules.wait(id, claimId, 5000);
      return found;
    });
    expect((await ravi.post('/api/schedules/cancel', { id })).statusCode).toBe(409);
    expect(await read()).toMatchObject([{ status: 'waiting' }]);
    clock.elapsedMs += 6000;
    expect(await runDueSchedule(service)).toBe(true);
    expect((await newest()).entry).toMatchObject({ seq: 2, action: 'lock', job: id });
  });

  it('of a canary that it names says which apps it has', async () => {
    const { schedule, read, ravi } = await createClockedConsole();
    await ravi.post('/api/promote', { ...promote.body, seq: 1 });
    const [{ canaries } = { canaries: [] }] = (await ravi.state()).environments;
    const body = { env, reason: 'slow' };
    await schedule('ravi', { call: 'halt', body: { ...body, canary: canaries[0]?.id } });
    expect(await read()).toMatchObject([{ apps: ['mf-a'] }]);
    // Another canary may be running at that time.
    expect(await schedule('ravi', { call: 'halt', body })).toMatchObject({ apps: null });
  });

  it.each([
    [{ at: '2020-01-01T00:00:00Z', action: lock }, 'at: give a time in the future.'],
    [{ at: 'tomorrow', action: lock }, 'at: give a date and time, such as 2026-11-24T09:00:00Z.'],
    [{ at: '2127-02-29T09:00:00Z', action: lock }, 'at: this day does not exist.'],
    [
      { at: soon(), action: { ...lock, call: 'verify' } },
      'action.call: name one of the calls promote, rollout, halt, rollback, lock, unlock',
    ],
    [
      { at: soon(), action: { ...lock, body: { ...lock.body, seq: 1 } } },
      'action.body.seq: there is no such field: remove it.',
    ],
    [{ at: soon(), action: { call: 'lock', body: { env, app: '*' } } }, 'action.body.reason: is missing.'],
    [
      { at: soon(), action: { ...promote, body: { ...promote.body, removedPaths: ['/\0'] } } },
      'action.body.removedPaths.0: this text contains a character that cannot be stored.',
    ],
  ])('is refused with one message for an invalid request (%#)', async (body, message) => {
    const { ravi } = await createTestConsole();
    const response = await ravi.post('/api/schedules', body);
    expect([response.statusCode, response.json().error]).toEqual([400, expect.stringContaining(message)]);
  });
});
