import { randomUUID } from 'node:crypto';
import { canary, createTestConsole, env } from '../testing/test-console';

describe('actions', () => {
  it('check runs the gates and changes nothing', async () => {
    const { newest, guest } = await createTestConsole();
    const good = await guest.post('/api/check', { env, releases: ['mf-a@1.1.0'] });
    expect(good.json()).toMatchObject({ seq: 1, live: 1, findings: [], changes: [{ app: 'mf-a' }] });
    const bad = await guest.post('/api/check', { env, releases: ['mf-payment@2.0.0'] });
    expect(bad.json().findings[0]).toMatchObject({ gate: 'route-ownership', app: 'mf-payment' });
    expect((await newest()).entry.seq).toBe(1);
  });

  it('promotes a canary, raises its share and completes it, and records each author', async () => {
    const { newest, asha } = await createTestConsole();
    expect((await asha.post('/api/promote', canary)).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry).toMatchObject({ action: 'canary', by: 'asha', reason: 'faster lists' });
    expect((await asha.state()).environments[0]?.canaries[0]).toMatchObject({
      share: 10,
      apps: ['mf-a'],
      owner: 'asha',
      start: { by: 'asha' },
      changes: [{ app: 'mf-a', before: { version: '1.0.0' }, after: { version: '1.1.0' } }],
    });
    expect((await asha.post('/api/rollout', { env, seq: 2, share: 50, reason: '' })).statusCode).toBe(200);
    const back = await asha.post('/api/rollout', { env, seq: 3, share: 20, reason: '' });
    expect(back.statusCode).toBe(409);
    expect(back.json().error).toContain('a share only rises');
    expect(
      (await asha.post('/api/rollout', { env, seq: 3, share: 'complete', reason: 'no new errors' })).statusCode,
    ).toBe(200);
    expect((await newest()).state.live.remotes[0]).toMatchObject({ app: 'mf-a', version: '1.1.0' });
    expect((await newest()).entry).toMatchObject({ seq: 4, action: 'complete', by: 'asha' });
  });

  it('asks for the permission and the newest change also to halt a canary that has ended', async () => {
    const { newest, asha, guest } = await createTestConsole();
    await asha.post('/api/promote', canary);
    const [running] = (await newest()).state.canaries;
    const halt = { env, canary: running?.id, reason: 'prices are missing' };
    expect((await asha.post('/api/halt', { ...halt, seq: 2 })).json()).toEqual({ kind: 'live', seq: 3 });
    const [stranger, late, again] = [
      await guest.post('/api/halt', { ...halt, seq: 3 }),
      await asha.post('/api/halt', { ...halt, seq: 2 }),
      await asha.post('/api/halt', { ...halt, seq: 3 }),
    ];
    expect([stranger.statusCode, stranger.json().error]).toEqual([403, expect.stringContaining('guest may not')]);
    expect([late.statusCode, late.json().error]).toEqual([409, expect.stringContaining('asha halted the canary')]);
    expect(again.json()).toEqual({ kind: 'live', seq: 3 });
  });

  it('rejects a change after newer changes of other people, and says who changed what', async () => {
    const { newest, asha, ravi } = await createTestConsole();
    await asha.post('/api/promote', canary);
    const late = await ravi.post('/api/lock', { env, seq: 1, app: '*', reason: 'sale' });
    expect(late.statusCode).toBe(409);
    expect(late.json().error).toBe(
      'production has changed since you opened this: asha promoted mf-a 1.1.0 to 10 % of the visitors (change 2). Review it and try again.',
    );
    expect((await newest()).entry.seq).toBe(2);
  });

  it('locks and unlocks an app, creates a preview and verifies files', async () => {
    const { newest, store, ravi } = await createTestConsole();
    await ravi.post('/api/lock', { env, seq: 1, app: 'mf-a', reason: 'sale weekend' });
    expect((await newest()).state.head.locks['mf-a']).toMatchObject({ by: 'ravi', reason: 'sale weekend' });
    const locked = await ravi.post('/api/promote', { ...canary, seq: 2 });
    expect(locked.json().error).toContain('mf-a is locked by ravi');
    await ravi.post('/api/unlock', { env, seq: 2, app: 'mf-a', reason: 'over' });
    const preview = await ravi.post('/api/preview', { env, releases: ['mf-a@1.1.0'], minutes: 30 });
    expect(preview.json().link).toMatch(/^http:\/\/localhost:3000\/-\/preview\/[0-9a-f-]{36}$/);
    const key = `r/mf-a/1.0.0-${(await newest()).state.live.remotes[0]?.digest}/home.js`;
    expect((await ravi.post('/api/verify', { env })).json()).toMatchObject({ changes: 3 });
    await store.remove(key);
    const { releases } = (await ravi.post('/api/verify', { env })).json();
    expect(releases[1]).toMatchObject({ app: 'mf-a', damaged: ['home.js'] });
  });

  it.each([
    ['promote', {}, 'The request is invalid: env: is missing.'],
    ['promote', { ...canary, canary: { share: 101 } }, 'canary.share: give a whole number from 0 to 100.'],
    [
      'promote',
      { ...canary, canary: { share: 10, regions: ['KA', 'K/A'] } },
      'canary.regions: give codes with commas, such as KA,MH.',
    ],
    [
      'promote',
      { ...canary, canary: { share: 0, groups: ['beta', 'be ta'] } },
      'canary.groups: give names of groups with commas, such as beta,wholesale.',
    ],
    ['rollout', { env, seq: 1, share: 'complete', reason: ' ' }, 'reason: give a reason.'],
    ['rollout', { env, seq: 1, share: 50, isForced: true, reason: ' ' }, 'reason: give a reason.'],
    ['promote', { ...canary, reason: 'sale\n9 forged' }, 'reason: write the reason in one line of plain text.'],
    ['promote', { ...canary, releases: ['mf-a'] }, 'write app@version, such as mf-catalog@1.2.0.'],
    ['promote', { ...canary, releases: [] }, 'Choose a version of an app first.'],
    ['promote', { ...canary, speed: 3 }, 'The request is invalid: speed: there is no such field: remove it.'],
    ['promote', { ...canary, reason: 'sale \ud83d' }, 'reason: write the reason in one line of plain text.'],
    [
      'promote',
      { ...canary, removedPaths: ['/old', '/\0'] },
      'The request is invalid: removedPaths.1: this text contains a character that cannot be stored.',
    ],
    ['promote', { ...canary, releases: [`mf-a@${'1'.repeat(300)}`] }, 'write 200 characters at most.'],
    ['comment', { id: randomUUID(), text: 'fine \ud83d' }, 'text: write the comment in one line of plain text.'],
    [
      'policy',
      { replaces: 1, policy: { roles: {}, people: { '\ud83d': { roles: [] } } }, reason: 'a new person' },
      'The request is invalid: policy.people: this text contains a character that cannot be stored.',
    ],
    [
      'policy',
      { replaces: 1, policy: { roles: {}, people: { kiran: { roles: ['\0'] } } }, reason: 'a new person' },
      'The request is invalid: policy.people.kiran.roles.0: this text contains a character that cannot be stored.',
    ],
    ['promote', { ...canary, env: '../x' }, 'env: give the name of an environment, such as production'],
    ['preview', { env, releases: ['mf-a@1.1.0'], minutes: 99_999 }, 'minutes: give a whole number from 1 to 43200.'],
    [
      'preview',
      { env, releases: ['mf-a@1.1.0'], minutes: 30, name: ' ' },
      'The request is invalid: name: give a name, or leave it out.',
    ],
  ])('rejects an invalid %s request (%#) with one message', async (action, body, sentence) => {
    const { newest, ravi } = await createTestConsole();
    const response = await ravi.post(`/api/${action}`, body);
    expect(response.statusCode).toBe(400);
    expect(response.json().error).toContain(sentence);
    expect((await newest()).entry.seq).toBe(1);
  });
});
