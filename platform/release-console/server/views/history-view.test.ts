import type { HistoryPage } from '../../api/responses';
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
    expect(first.entries[1]).toMatchObject({ seq: 31, changes: [] });
    const second = (await ravi.get(`/api/history?env=production&before=${first.before}`)).json<HistoryPage>();
    expect(second.entries.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(second.before).toBeNull();
    expect(second.entries.at(-1)?.changes).toHaveLength(3);
    await ravi.post('/api/rollout', { env, seq: 32, share: 'complete', reason: '' });
    const diff = await ravi.get('/api/diff?env=production&from=1&to=33');
    expect(diff.json()).toMatchObject([{ app: 'mf-a', before: { version: '1.0.0' }, after: { version: '1.1.0' } }]);
    expect((await ravi.get('/api/diff?env=production&from=1&to=99')).json().error).toContain('There is no change 99');
  });
});
