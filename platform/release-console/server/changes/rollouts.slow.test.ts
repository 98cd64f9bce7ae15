import { promote } from '@shop/releases/actions/promote';
import { rollout } from '@shop/releases/actions/rollout';
import type { HistoryPage } from '@shop/releases/service-api/responses';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { canary, createTestConsole, env, fakePaths, policy } from '../testing/test-console';

describe('a canary for staff, regions and groups', () => {
  it('keeps its lists when its share rises', async () => {
    const { newest, asha } = await createTestConsole();
    const lists = { staff: true, regions: ['KA', 'MH'], groups: ['beta'] };
    const asked = { ...canary, canary: { share: 0, ...lists, regions: [' ka', 'MH', 'KA'], groups: [' Beta'] } };
    expect((await asha.post('/api/promote', asked)).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).state.head.canaries).toMatchObject([{ share: 0, ...lists }]);
    const shown = (await asha.state()).environments[0]?.canaries[0];
    expect(shown).toMatchObject({ share: 0, ...lists });
    expect(shown).not.toHaveProperty('slots');
    await asha.post('/api/rollout', { env, seq: 2, share: 20, reason: '' });
    const { entries } = (await asha.get('/api/history?env=production')).json<HistoryPage>();
    expect(entries[0]?.canary).toEqual({ apps: ['mf-a'], owner: 'asha', share: 20, ...lists });
  });
});

test('the approval of a step that somebody has made already says what to do with the request', async () => {
  const environments = { production: { approvals: { 'mf-a': 1 } } };
  const { environment, newest, asha, meera } = await createTestConsole({ policy: { ...policy, environments } });
  const { approval: start } = (await asha.post('/api/promote', canary)).json();
  await meera.post('/api/approvals', { id: start.id, isApproved: true });
  const { approval } = (await asha.post('/api/rollout', { env, seq: 2, share: 50, reason: 'x' })).json();
  await rollout(environment, 50, testAuthor, passingGates);
  const decided = await meera.post('/api/approvals', { id: approval.id, isApproved: true });
  expect([decided.statusCode, decided.json().error]).toEqual([
    409,
    'It changed nothing, since production was in that state already: reject this request.',
  ]);
  expect((await newest()).entry.seq).toBe(3);
});

describe('a rollout step that the gates refuse', () => {
  const wanted = { env, seq: 2, share: 50, reason: 'the file is mended', isForced: true };

  /** A canary that was sound when it began, of an app that lost a file since. */
  async function createRefusedRollout(app: 'mf-a' | 'mf-payment') {
    const opened = await createTestConsole();
    const { store, environment } = opened;
    const build = { app, version: '1.2.0', content: 'sound', paths: fakePaths[app] ?? {} };
    const release = await publishBuild(store, build);
    await promote(environment, [release], testAuthor, { ...passingGates, canary: { share: 10 } });
    const lose = (file: string) => store.remove(`r/${app}/1.2.0-${release.digest}/${file}`);
    await lose(app === 'mf-a' ? 'home.js' : 'pay.js');
    return { ...opened, release, lose };
  }

  it('can be forced with a reason and a permission, and the log records it', async () => {
    const { newest, asha, ravi } = await createRefusedRollout('mf-a');
    const refused = await ravi.post('/api/rollout', { ...wanted, isForced: false });
    expect(refused.statusCode).toBe(422);
    expect(refused.json().findings).toEqual([expect.objectContaining({ gate: 'file-integrity', app: 'mf-a' })]);
    const stranger = await asha.post('/api/rollout', wanted);
    expect(stranger.statusCode).toBe(403);
    expect(stranger.json().error).toBe(
      'asha may not force mf-a in production: the role manager has the permission `force`; ask ravi or meera.',
    );
    expect((await ravi.post('/api/rollout', { ...wanted, reason: '' })).statusCode).toBe(400);
    expect((await newest()).entry.seq).toBe(2);
    expect((await ravi.post('/api/rollout', wanted)).json()).toEqual({ kind: 'live', seq: 3 });
    const { entry } = await newest();
    expect(entry).toMatchObject({ action: 'rollout', by: 'ravi', isForced: true, canaries: [{ share: 50 }] });
    expect(entry.findings).toHaveLength(1);
    expect((await ravi.post('/api/rollout', { ...wanted, share: 'complete' })).statusCode).toBe(409);
    await ravi.post('/api/rollout', { ...wanted, seq: 3, share: 'complete' });
    expect((await newest()).entry).toMatchObject({ seq: 4, action: 'complete', isForced: true });
  });

  it.each([50, 'complete'] as const)('needs two people for an app that handles money (%s)', async (share) => {
    const { newest, asha, ravi, meera } = await createRefusedRollout('mf-payment');
    expect((await asha.post('/api/rollout', { ...wanted, share })).statusCode).toBe(403);
    const { kind, approval } = (await ravi.post('/api/rollout', { ...wanted, share })).json();
    expect({ kind, approval }).toMatchObject({
      kind: 'pending',
      approval: { by: 'ravi', change: { kind: 'rollout', share }, changes: [{ app: 'mf-payment' }], mayApprove: false },
    });
    expect((await newest()).entry.seq).toBe(2);
    const decision = { id: approval.id, isApproved: true };
    expect((await ravi.post('/api/approvals', decision)).statusCode).toBe(403);
    expect((await asha.post('/api/approvals', decision)).statusCode).toBe(403);
    expect((await meera.post('/api/approvals', decision)).json()).toEqual({ kind: 'live', seq: 3 });
    expect((await newest()).entry).toMatchObject({
      action: share === 'complete' ? 'complete' : 'rollout',
      by: 'ravi, approved by meera',
      isForced: true,
      findings: [{ gate: 'file-integrity', app: 'mf-payment' }],
    });
  });

  it('is approved for the known findings and the running canary only', async () => {
    const { environment, newest, lose, release, ravi, meera } = await createRefusedRollout('mf-payment');
    const { id } = (await ravi.post('/api/rollout', wanted)).json().approval;
    await lose(release.entry);
    const more = await meera.post('/api/approvals', { id, isApproved: true });
    expect(more.json().error).toContain('The gates find more than was approved');
    await ravi.post('/api/halt', { env, seq: 2, reason: 'files are missing' });
    await promote(environment, [release], testAuthor, { ...passingGates, canary: { share: 10 } });
    const late = await meera.post('/api/approvals', { id, isApproved: true });
    expect(late.statusCode).toBe(409);
    expect(late.json().error).toBe('The canary of this request has ended: cancel the request.');
    expect((await newest()).state.head.canaries[0]?.share).toBe(10);
    expect((await ravi.post('/api/approvals', { id, isApproved: false })).json()).toEqual({ kind: 'rejected' });
  });

  it('needs no approval when the gates find nothing', async () => {
    const { environment, store, newest, ravi } = await createTestConsole();
    const build = { app: 'mf-payment', version: '1.2.0', content: 'sound', paths: { pay: '/pay' } };
    const release = await publishBuild(store, build);
    await promote(environment, [release], testAuthor, { ...passingGates, canary: { share: 10 } });
    expect((await ravi.post('/api/rollout', wanted)).json()).toEqual({ kind: 'live', seq: 3 });
    expect((await newest()).entry).toMatchObject({ by: 'ravi', isForced: false });
  });
});
