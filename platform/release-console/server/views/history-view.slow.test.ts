import type { ConsoleState, HistoryPage } from '@shop/releases/service-api/responses';
import { canary, createTestConsole, env } from '../testing/test-console';

describe('history', () => {
  it('lists changes in pages, newest first, with their app changes', async () => {
    const { ravi } = await createTestConsole();
    for (let seq = 1; seq < 31; seq += 1) {
      const action = seq % 2 === 1 ? 'lock' : 'unlock';
      await ravi.post(`/api/${action}`, { env, seq, app: 'mf-a', reason: `turn ${seq}` });
    }
    await ravi.post('/api/promote', { ...canary, seq: 31 });
    const first = (await ravi.get('/api/history?env=production')).json<HistoryPage>();
    expect(first.entries).toHaveLength(25);
    expect(first.entries[0]).toMatchObject({
      seq: 32,
      action: 'canary',
      changes: [{ app: 'mf-a' }],
      canary: { share: 10 },
    });
    expect(first.entries[1]).toMatchObject({ seq: 31, action: 'unlock', app: 'mf-a', changes: [] });
    const second = (await ravi.get(`/api/history?env=production&before=${first.before}`)).json<HistoryPage>();
    expect(second.entries.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(second.before).toBeNull();
    expect(second.entries.at(-1)?.changes).toHaveLength(3);
  });

  it('says what a canary had that a change of another person ended, as does the notice to its owner', async () => {
    const { asha, ravi } = await createTestConsole();
    await asha.post('/api/promote', canary);
    const removal = { env, seq: 2, releases: [], removedApps: ['mf-a'], removedPaths: ['/a'], reason: 'sold out' };
    expect((await ravi.post('/api/promote', removal)).statusCode).toBe(200);
    const ended = {
      apps: ['mf-a'],
      owner: 'asha',
      share: 10,
      changes: [{ before: { version: '1.0.0' }, after: { version: '1.1.0' } }],
    };
    const { entries } = (await ravi.get('/api/history?env=production')).json<HistoryPage>();
    expect(entries[0]?.halted).toMatchObject([ended]);
    expect((await asha.state()).environments[0]?.notices).toMatchObject([{ ...ended, by: 'ravi', seq: 3 }]);
  });

  it('shows the notice and the live versions when a composition of the ended canary is lost', async () => {
    const { as, asha, ravi, store, newest, createInstance, headers } = await createTestConsole();
    await asha.post('/api/promote', canary);
    const lost = (await newest()).entry.canaries[0]?.composition.key ?? '';
    await ravi.post('/api/halt', { env, seq: 2, reason: 'slow' });
    await asha.state();
    await store.remove(lost);
    // Another instance has no copy of it.
    const { app } = await createInstance();
    const { cookie } = await as('asha');
    const response = await app.inject({ url: '/api/state', headers: { ...headers, cookie } });
    const [shown] = response.json<ConsoleState>().environments;
    expect(shown).toMatchObject({
      name: env,
      seq: 3,
      notices: [{ apps: ['mf-a'], owner: 'asha', by: 'ravi', seq: 3 }],
    });
    expect(shown?.notices[0]).not.toHaveProperty('share');
  });
});
