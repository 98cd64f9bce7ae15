import { canary, createTestConsole, env, everything } from '../testing/test-console';
import { findCaller } from './principals';

const scope = { apps: ['mf-a'], environments: [env], may: ['promote'] };
const wanted = { name: 'laptop', days: 30, scope };

describe('a personal token', () => {
  it('acts for its owner, within its scope, without cookie and origin', async () => {
    const { ravi, app, headers, withToken, newest } = await createTestConsole();
    const { id, token } = (await ravi.post('/api/tokens', wanted)).json();
    expect(token).toMatch(/^rel_[\w-]{43}$/);
    const request = { url: '/api/promote', headers: { host: headers.host, authorization: `Bearer ${token}` } };
    const response = await app.inject({ ...request, method: 'POST', payload: canary });
    expect(response.json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry.by).toBe('ravi');
    const refused = await withToken(token).post('/api/halt', { env, seq: 2, reason: 'x' });
    expect(refused.statusCode).toBe(403);
    const [listed] = (await ravi.get('/api/tokens')).json();
    expect(listed).toEqual({
      id,
      name: 'laptop',
      scope,
      revokedAt: null,
      usedAt: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
      endsAt: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(listed)).not.toContain(token);
  });

  it('is stored as a hash', async () => {
    const { ravi, service } = await createTestConsole();
    const { token } = (await ravi.post('/api/tokens', wanted)).json();
    const rows = await service.db.selectFrom('token').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });

  it('ends when its owner revokes it, and after its days', async () => {
    const { clock, ravi, meera, withToken } = await createTestConsole();
    const first = (await ravi.post('/api/tokens', wanted)).json();
    const second = (await ravi.post('/api/tokens', wanted)).json();
    expect((await meera.post('/api/tokens/revoke', { id: first.id })).statusCode).toBe(404);
    expect((await ravi.post('/api/tokens/revoke', { id: first.id })).json()).toEqual({ kind: 'revoked' });
    expect((await ravi.post('/api/tokens/revoke', { id: first.id })).statusCode).toBe(404);
    const refused = await withToken(first.token).get('/api/state');
    expect([refused.statusCode, refused.json().error]).toEqual([
      401,
      'This token is not valid: it has ended, or it was revoked. Create another one.',
    ]);
    expect((await withToken(second.token).get('/api/state')).statusCode).toBe(200);
    clock.elapsedMs = 30 * 86_400_000 + 1000;
    expect((await withToken(second.token).get('/api/state')).statusCode).toBe(401);
  });

  it('stays revoked when those that ended long ago are deleted', async () => {
    const { clock, ravi, meera, as, service } = await createTestConsole();
    const [revoked, ended] = [
      (await ravi.post('/api/tokens', wanted)).json(),
      (await meera.post('/api/tokens', wanted)).json(),
    ];
    await ravi.post('/api/tokens/revoke', { id: revoked.id });
    clock.elapsedMs = 150 * 86_400_000;
    await (await as('ravi')).post('/api/tokens', wanted);
    const find = async (name: string, tokenId: string) => (await findCaller(service, { name, tokenId })).isRevoked;
    expect([await find('ravi', revoked.id), await find('meera', ended.id)]).toEqual([true, false]);
    const ids = (await service.db.selectFrom('token').select('id').execute()).map(({ id }) => id);
    expect([ids.includes(revoked.id), ids.includes(ended.id)]).toEqual([true, false]);
  });

  it('has the permissions that its owner has in the current policy', async () => {
    const { asha, withToken, changePolicy } = await createTestConsole();
    const { token } = (await asha.post('/api/tokens', { ...wanted, scope: everything })).json();
    const call = withToken(token);
    expect((await call.post('/api/lock', { env, seq: 1, app: 'mf-a', reason: 'x' })).statusCode).toBe(403);
    await changePolicy({ roles: {}, people: {} });
    expect((await call.post('/api/promote', canary)).statusCode).toBe(403);
  });

  it.each([
    [{ days: 91 }, 'days: give a whole number from 1 to 90.'],
    [{ name: '' }, 'name: give the token a name.'],
    [{ scope: { ...scope, apps: [] } }, 'scope.apps: name apps, or *.'],
    [{ scope: { ...scope, may: ['fly'] } }, 'scope.may.0: name some of promote, rollback, lock, force, policy.'],
  ])('is refused with one message for an invalid request (%#)', async (change, message) => {
    const { ravi } = await createTestConsole();
    const response = await ravi.post('/api/tokens', { ...wanted, ...change });
    expect([response.statusCode, response.json().error]).toEqual([400, `The request is invalid: ${message}`]);
  });
});
