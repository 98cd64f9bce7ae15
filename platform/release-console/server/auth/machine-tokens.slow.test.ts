import type { Policy } from '@shop/releases/policy/policy';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { canary, createTestConsole, env, forced, policy, soon } from '../testing/test-console';
import { startWorkflowIssuer, toExchange } from '../testing/workflow-issuer';

const claims = { repository: 'shop/mf-a', ref: 'refs/heads/main' };
const all = { apps: ['*'], environments: ['*'] };

async function createConsoleWithMachine(scope = { apps: ['mf-a'], environments: [env] }) {
  const workflow = await startWorkflowIssuer();
  const withMachine: Policy = {
    ...policy,
    machines: {
      'mf-a-ci': {
        issuer: workflow.issuer,
        claims,
        roles: ['manager'],
        ...scope,
        minutes: 10,
      },
    },
  };
  const opened = await createTestConsole({ policy: withMachine });
  const exchange = (token: string, payload = toExchange(token)) =>
    opened.app.inject({
      method: 'POST',
      url: '/api/token',
      headers: { host: opened.headers.host, 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
  /** Returns the calls of the workflow with a token of its own. */
  const openMachine = async () =>
    opened.withToken((await exchange(await workflow.createToken({ claims }))).json().access_token);
  return { ...opened, workflow, exchange, openMachine, withMachine };
}

describe('the token of a workflow', () => {
  it('acts for its machine, within its apps, environments and minutes', async () => {
    const { clock, workflow, exchange, withToken, newest } = await createConsoleWithMachine();
    const response = await exchange(await workflow.createToken({ claims }));
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { access_token: token, ...rest } = response.json();
    expect(rest).toEqual({
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: 600,
    });
    const machine = withToken(token);
    expect((await machine.post('/api/promote', canary)).json()).toEqual({ kind: 'live', seq: 2 });
    expect((await newest()).entry).toMatchObject({ by: 'mf-a-ci', action: 'canary' });
    const other = await machine.post('/api/lock', { env, seq: 2, app: 'mf-payment', reason: 'x' });
    expect(other.json().error).toBe(
      'mf-a-ci may not lock mf-payment in production: the scope of the token does not include it; use another token.',
    );
    const action = { call: 'lock', body: { env: 'staging', app: 'mf-a', reason: 'x' } };
    const elsewhere = await machine.post('/api/schedules', { at: soon(), action });
    expect(elsewhere.json().error).toContain('mf-a-ci may not lock mf-a in staging');
    clock.elapsedMs = 601_000;
    expect((await machine.get('/api/state')).statusCode).toBe(401);
  });

  it('finds the request that an earlier run of its workflow made', async () => {
    const { service, openMachine, changePolicy, withMachine } = await createConsoleWithMachine();
    await changePolicy({ ...withMachine, environments: { production: { approvals: { '*': 1 } } } });
    const request = async () => (await (await openMachine()).post('/api/promote', canary)).json().approval.id;
    expect(await request()).toBe(await request());
    expect(await service.approvals.list()).toMatchObject([{ request: { author: { name: 'mf-a-ci' } } }]);
  });

  it('ends with the machine in the policy', async () => {
    const { openMachine, changePolicy, withMachine } = await createConsoleWithMachine();
    const machine = await openMachine();
    await changePolicy({ ...withMachine, machines: {} });
    const response = await machine.post('/api/promote', canary);
    expect(response.statusCode).toBe(403);
  });

  it('approves nothing', async () => {
    const { openMachine, ravi } = await createConsoleWithMachine();
    const { approval } = (await ravi.post('/api/promote', forced)).json();
    const machine = await openMachine();
    const response = await machine.post('/api/approvals', { id: approval.id, isApproved: true });
    expect(response.json().error).toBe('A machine cannot approve a request: a person does.');
  });

  it.each([
    ['the gates refuse', { releases: ['mf-payment@2.0.0'] }],
    ['the policy lets people approve', { releases: ['mf-payment@1.1.0'] }],
  ])('forces no change that %s, since a person would have to approve it', async (_what, promotion) => {
    const { store, openMachine, changePolicy, withMachine, service, newest } = await createConsoleWithMachine(all);
    await publishBuild(store, { app: 'mf-payment', version: '1.1.0', content: 'new', paths: { pay: '/pay' } });
    const machine = await openMachine();
    await changePolicy({ ...withMachine, environments: { production: { approvals: { 'mf-payment': 1 } } } });
    const response = await machine.post('/api/promote', { ...forced, ...promotion });
    expect([response.statusCode, response.json().error]).toEqual([
      403,
      'A machine cannot force a change that needs an approval: a person requests it.',
    ]);
    expect(await service.approvals.list()).toEqual([]);
    expect((await newest()).entry.seq).toBe(1);
  });

  it('makes a forced change at once when the gates find nothing', async () => {
    const { store, openMachine } = await createConsoleWithMachine(all);
    await publishBuild(store, { app: 'mf-payment', version: '1.1.0', content: 'new', paths: { pay: '/pay' } });
    const machine = await openMachine();
    const promotion = { ...forced, releases: ['mf-payment@1.1.0'] };
    expect((await machine.post('/api/promote', promotion)).json()).toEqual({ kind: 'live', seq: 2 });
  });

  it('proposes no policy, also with every permission', async () => {
    const { openMachine, withMachine } = await createConsoleWithMachine(all);
    const machine = await openMachine();
    const response = await machine.post('/api/policy', { replaces: 1, policy: withMachine, reason: 'x' });
    expect([response.statusCode, response.json().error]).toEqual([
      403,
      'A machine cannot change the policy: a person proposes it.',
    ]);
  });
});

describe('a token exchange', () => {
  it('refuses identities that do not belong to a machine of the policy', async () => {
    const { workflow, exchange } = await createConsoleWithMachine();
    const [header = '', payload = '', signature = ''] = (await workflow.createToken({ claims })).split('.');
    const toPart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1000);
    const body = { ...claims, iss: workflow.issuer, sub: 'x', aud: 'http://127.0.0.1:3300', iat: now, exp: now + 300 };
    const tokens: [string, string, RegExp][] = [
      ['another branch', await workflow.createToken({ claims: { ...claims, ref: 'refs/heads/x' } }), /has the claims/],
      [
        'another repository',
        await workflow.createToken({ claims: { ...claims, repository: 'evil/mf-a' } }),
        /the claims/,
      ],
      ['no claims', await workflow.createToken(), /has the claims/],
      ['another audience', await workflow.createToken({ claims, audience: 'https://shop.example' }), /"aud"/],
      ['an expired token', await workflow.createToken({ claims, expiresIn: -60 }), /"exp"/],
      ['another key', await workflow.forgeToken({ claims }), /signature/],
      ['another issuer', await workflow.createToken({ claims, issuer: 'https://evil.example' }), /has the issuer/],
      ['changed claims', `${header}.${toPart({ ...body, ref: 'x' })}.${signature}`, /signature/],
      ['no signature', `${toPart({ alg: 'none' })}.${toPart(body)}.`, /alg|signature|refused/i],
      ['a shared secret', `${toPart({ alg: 'HS256' })}.${payload}.${signature}`, /alg/],
      ['no token', 'x', /not a JSON Web Token/],
    ];
    for (const [what, token, message] of tokens) {
      const response = await exchange(token);
      expect([what, response.statusCode, response.json().error]).toEqual([what, 400, 'invalid_grant']);
      expect(response.json().error_description).toMatch(message);
    }
  });

  it('refuses malformed requests', async () => {
    const { exchange, workflow } = await createConsoleWithMachine();
    const token = await workflow.createToken({ claims });
    for (const [from, to] of [
      ['token-exchange', 'password'],
      ['subject_token=', 'x='],
      ['token-type%3Ajwt', 'token-type%3Asaml2'],
    ] as const) {
      const response = await exchange(token, toExchange(token).replace(from, to));
      expect([response.statusCode, response.json().error]).toEqual([400, 'invalid_request']);
    }
  });
});
