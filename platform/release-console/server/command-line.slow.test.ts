import { statSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { CommandHost } from '@shop/release-cli/cli/command';
import { runReleaseCli } from '@shop/release-cli/cli/release-cli';
import { deleteLogin, findLogin, saveLogin } from '@shop/release-cli/service/login';
import { createServiceClient, type ServiceLogin } from '@shop/release-cli/service/service-client';
import { recordSteps } from '@shop/release-cli/testing/record-steps';
import { splitLine } from '@shop/release-cli/testing/terminal';
import { lock } from '@shop/releases/actions/lock';
import { promote } from '@shop/releases/actions/promote';
import { auditActions } from '@shop/releases/change-model/changes';
import { type ErrorRecord, errorRecords } from '@shop/releases/error-reports/error-records';
import { noProgress, type Progress } from '@shop/releases/gates/progress';
import { createStandardGates } from '@shop/releases/gates/standard-gates';
import type { TokenScope } from '@shop/releases/policy/policy';
import type { ReleaseId } from '@shop/releases/release/release';
import { formatDay } from '@shop/releases/store/daily-records';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { publishBuild, writeFakeBuild } from '@shop/releases/testing/fake-build';
import { writeDailyRecord } from '@shop/releases/testing/gateway-records';
import { passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { createTestFolder, startTestServer } from '@shop/releases/testing/test-resources';
import { createServiceApp } from './app';
import type { Service } from './service';
import { createTestConsole, env, everything, policy, type TestConsoleOptions } from './testing/test-console';
import { startWorkflowIssuer } from './testing/workflow-issuer';

/* The command line with RELEASE_STORE=https://…: a real client and a real service. */

/** Serves the service at a port of its own. @returns The address by which clients and the service itself know it. */
async function serve(service: Service): Promise<string> {
  const { origin: publicUrl } = await startTestServer(async (request, response) => {
    const { statusCode, headers, rawPayload } = await app.inject({
      method: request.method as 'GET',
      url: request.url ?? '/',
      headers: request.headers,
      payload: await buffer(request),
    });
    response.writeHead(statusCode, headers as Record<string, string>).end(rawPayload);
  });
  const app = await createServiceApp({ ...service, publicUrl });
  return publicUrl;
}

/** Creates a service, and terminals of people who have signed in to it with a token. */
async function createTerminals(options?: TestConsoleOptions) {
  const shop = await createTestConsole(options);
  const url = await serve(shop.service);
  const createToken = async (owner: string, scope = everything) => {
    const endsAt = new Date(Date.now() + 60_000);
    return (await shop.service.tokens.create({ owner, name: 'terminal', endsAt, scope, machine: null })).token;
  };
  const openTerminal = async (owner: string, scope?: TokenScope, progress?: Progress) =>
    openTerminalOf({ url, token: await createToken(owner, scope) }, progress);
  const openTerminalOf = (login: ServiceLogin, progress?: Progress) => {
    const client = createServiceClient(login);
    return openTerminalWith({ openService: async () => client, openEnvironment: client.openEnvironment }, progress);
  };
  /** Opens a terminal of the machine with the release store, which asks no service. */
  const openLocalTerminal = () =>
    openTerminalWith({ openEnvironment: async (name) => ({ ...shop.environment, name }) });
  const openTerminalWith = (connection: Pick<CommandHost, 'openService' | 'openEnvironment'>, progress?: Progress) => {
    const host: CommandHost = {
      ...connection,
      build: async (app, { version = '1.2.0' }) => ({
        appRoot: writeFakeBuild({ app, version, content: version, paths: { home: '/a' } }),
        commit: 'abc',
      }),
      typeCheck: async () => [],
      listApps: () => ['shell', 'mf-a', 'mf-payment'],
      smokeTest: async () => [],
      user: 'somebody of this machine',
      ...(progress ? { progress } : {}),
    };
    return (line: string) => runReleaseCli(splitLine(line), async () => host);
  };
  return { ...shop, url, createToken, openTerminal, openTerminalOf, openTerminalWith, openLocalTerminal };
}

test('a person publishes, promotes in stages, completes, rolls back and locks through the service', async () => {
  const { openTerminal, newest } = await createTerminals();
  const ravi = await openTerminal('ravi');
  expect((await ravi('publish mf-a --version 1.2.0')).output).toContain('mf-a@1.2.0');
  expect((await ravi('check mf-a@1.2.0')).output).toContain('All gates pass.');
  const promoted = await ravi('promote mf-a@1.2.0 --stages 5%/15m,100% --reason "faster lists"');
  expect(promoted).toMatchObject({ exitCode: 0 });
  expect(promoted.output).toContain('canary: 5 % of the visitors get mf-a 1.0.0 → 1.2.0, by ravi');
  expect(promoted.output).toContain('stages: 100 %');
  expect((await newest()).entry).toMatchObject({ by: 'ravi', action: 'canary', reason: 'faster lists' });
  for (const [line, action] of [
    ['rollout pause --reason "sale"', 'pause'],
    ['rollout resume', 'resume'],
    ['rollout 50 --reason "fine"', 'rollout'],
    ['rollout complete mf-a --reason "no new errors"', 'complete'],
    ['rollback mf-a --reason "prices are missing"', 'rollback'],
    ['lock mf-payment --reason "sale weekend"', 'lock'],
    ['unlock mf-payment --reason "the sale is over"', 'unlock'],
  ] as const) {
    expect(await ravi(line)).toMatchObject({ exitCode: 0 });
    expect((await newest()).entry).toMatchObject({ by: 'ravi', action });
  }
  expect((await ravi('history')).output).toContain('prices are missing');
  expect((await ravi('preview mf-a@1.2.0')).output).toMatch(/^http:\/\/localhost:3000\/-\/preview\//);
});

test('teams that promote at the same time do not refuse each other', async () => {
  const { openTerminal, newest } = await createTerminals();
  const [ravi, meera] = [await openTerminal('ravi'), await openTerminal('meera')];
  const changes = await Promise.all([
    ravi('promote mf-a@1.1.0 --reason "faster lists"'),
    meera('lock mf-payment --reason "sale weekend"'),
    ravi('note --reason "started the TV spot"'),
  ]);
  expect(changes).toMatchObject([{ exitCode: 0 }, { exitCode: 0 }, { exitCode: 0 }]);
  const { entry, state } = await newest();
  expect([entry.seq, state.live.remotes.map(({ version }) => version)]).toEqual([4, ['1.1.0', '1.0.0']]);
});

test('a step of a canary and a rollback are made again after the change of another person, unless it changed what is rolled back', async () => {
  const { openTerminalWith, url, createToken, environment, store, newest } = await createTerminals();
  const client = createServiceClient({ url, token: await createToken('ravi') });
  const others: (() => Promise<unknown>)[] = [];
  const openService = async (): Promise<typeof client> => ({
    ...client,
    change: async (...call) => {
      await others.pop()?.();
      return client.change(...call);
    },
  });
  const ravi = openTerminalWith({ openService, openEnvironment: client.openEnvironment });
  const publish = (app: string, version: string, path: string) =>
    publishBuild(store, { app, version, content: version, paths: { home: path } });
  const promoteOther = async (release: ReleaseId) => promote(environment, [release], testAuthor, passingGates);
  await publish('mf-payment', '1.1.0', '/pay');
  await publish('mf-payment', '1.2.0', '/pay');
  const hotfix = await publish('mf-a', '1.3.0', '/a');
  for (const line of [
    'promote mf-a@1.1.0 --reason "faster lists"',
    'promote mf-payment@1.1.0 --stages 5%/15m,100% --reason "more cards"',
  ]) {
    expect(await ravi(line)).toMatchObject({ exitCode: 0 });
  }
  const lines: [line: string, action: string][] = [
    ['rollout pause mf-payment --reason sale', 'pause'],
    ['rollout resume mf-payment', 'resume'],
    ['rollout 50 mf-payment', 'rollout'],
    ['rollout complete mf-payment --reason fine', 'complete'],
    ['rollback mf-a --reason "prices are missing"', 'rollback'],
    ['promote mf-payment@1.2.0 --canary 10 --reason "more cards"', 'canary'],
    ['rollout halt mf-payment --reason "prices are missing"', 'halt'],
  ];
  for (const [index, [line, action]] of lines.entries()) {
    const other = await publish('mf-other', `1.${index}.0`, '/other');
    others.push(() => promoteOther(other));
    expect([line, await ravi(line)]).toEqual([line, expect.objectContaining({ exitCode: 0 })]);
    expect(others).toEqual([]);
    expect((await newest()).entry).toMatchObject({ by: 'ravi', action });
  }
  const other = await publish('mf-other', '2.0.0', '/other');
  const rollbacks: [line: string, other: () => Promise<unknown>, exitCode: number][] = [
    ['rollback mf-payment --reason x', () => promoteOther(hotfix), 0],
    ['rollback --reason x', () => lock(environment, 'shell', testAuthor), 0],
    ['rollback --reason x', () => promoteOther(other), 1],
    ['rollback mf-other --reason x', async () => promoteOther(await publish('mf-other', '3.0.0', '/other')), 1],
  ];
  for (const [line, change, exitCode] of rollbacks) {
    others.push(change);
    expect([line, await ravi(line)]).toEqual([line, expect.objectContaining({ exitCode })]);
  }
});

test('the policy of the service binds the command line, whatever its user is called', async () => {
  const { openTerminal, newest } = await createTerminals();
  const asha = await openTerminal('asha');
  expect(await asha('lock mf-payment --reason sale')).toEqual({
    exitCode: 1,
    isError: true,
    output:
      'asha may not lock mf-payment in production: the role manager has the permission `lock`; ask ravi or meera.',
  });
  const guest = await openTerminal('guest');
  expect((await guest('publish mf-a --version 1.3.0')).output).toContain('guest may not publish mf-a');
  const narrow = await openTerminal('ravi', { ...everything, apps: ['mf-a'] });
  expect((await narrow('publish mf-payment --version 1.3.0')).output).toContain('ravi may not publish mf-payment');
  expect((await narrow('rollback --reason x')).exitCode).toBe(1);
  expect((await newest()).entry.seq).toBe(1);
});

/** Records an error of a live release, whose source map the store has. @returns The position in its script. */
async function recordError(store: ReleaseStore, { app, version, digest }: ReleaseId): Promise<string> {
  const now = Date.now();
  const release = `${app}/${version}-${digest}`;
  const frame = `${release}/remote-entry.js:1:1`;
  const times = { firstAt: now, lastAt: now };
  const message = 'TypeError: price is undefined';
  const error = { fingerprint: '0'.repeat(16), release, message, frames: [frame], count: 1, ...times };
  const record: ErrorRecord = { schema: 1, env, day: formatDay(now), errors: [error], dropped: 0 };
  await writeDailyRecord(store, errorRecords, 'a', record);
  return frame;
}

test('a person whom the policy does not name reads on the command line, and gets no file of a release', async () => {
  const { guest: _, ...people } = policy.people;
  const { openTerminal, createToken, url, store, newest } = await createTerminals({ policy: { ...policy, people } });
  const guest = await openTerminal('guest');
  const sourceMap = { version: 3, sources: ['webpack://mf_a/./src/price.ts'], names: [], mappings: 'AAWI' };
  const frame = await recordError(store, await publishBuild(store, { app: 'mf-a', version: '1.3.0', sourceMap }));
  for (const line of [
    'status',
    'list',
    'history',
    'diff mf-a@1.0.0 mf-a@1.1.0',
    'incident',
    'incident --all',
    'errors',
    'metrics',
  ]) {
    expect([line, await guest(line)]).toEqual([line, expect.objectContaining({ exitCode: 0 })]);
  }
  for (const line of ['errors', 'incident']) {
    const { output } = await guest(line);
    expect(output).toContain(`at ${frame}`);
    expect(output).toContain(
      'you may not read the source maps of mf-a@1.3.0: look at the errors in the release console',
    );
    expect(output).not.toContain('publish the same build again');
    expect((await (await openTerminal('ravi'))(line)).output).toContain('at src/price.ts:12:5');
  }
  const refusal =
    'guest may read reports, but no preview and no file of a release, since the release policy does not name them: have it name you, or a group that you belong to.';
  for (const line of ['verify', 'sbom mf-a@1.0.0', 'used-by react']) {
    expect([line, (await guest(line)).output]).toEqual([line, refusal]);
  }
  const client = createServiceClient({ url, token: await createToken('guest') });
  const keys = await store.list('r/mf-a/');
  expect(await client.store.list('r/mf-a/')).toEqual(keys);
  for (const key of keys) {
    const read = client.store.get(key);
    if (key.endsWith('/release.json')) expect(await read).not.toBeNull();
    else await expect(read).rejects.toThrow(refusal);
  }
  for (const prefix of ['private/', 'preview/']) await expect(client.store.list(prefix)).rejects.toThrow(refusal);
  await expect(client.store.list('staff/')).rejects.toThrow('Staff links cannot be read.');
  expect((await guest('lock mf-a --reason sale')).output).toContain('guest may only read, since');
  expect((await guest('publish mf-a --version 1.3.0')).output).toContain('guest may only read, since');
  expect((await newest()).entry.seq).toBe(1);
});

test('a change that needs another person changes nothing and says so', async () => {
  const environments = { production: { approvals: { 'mf-a': 1 } } };
  const { openTerminal, newest, ravi } = await createTerminals({ policy: { ...policy, environments } });
  const asha = await openTerminal('asha');
  const outcome = await asha('promote mf-a@1.1.0 --reason "faster lists"');
  expect(outcome).toMatchObject({ exitCode: 1 });
  expect(outcome.output).toContain('Nothing has changed yet: the policy wants the approval of another person');
  expect((await newest()).entry.seq).toBe(1);
  expect((await ravi.state()).approvals).toMatchObject([{ by: 'asha', isForced: false, mayApprove: true }]);
});

test('findings of the gates reach the terminal', async () => {
  const { openTerminal } = await createTerminals();
  const ravi = await openTerminal('ravi');
  const refused = await ravi('promote mf-payment@2.0.0 --reason x --json');
  expect(refused.exitCode).toBe(1);
  expect(JSON.parse(refused.output).findings).toContainEqual(
    expect.objectContaining({ gate: 'route-ownership', problem: 'it owns /a, and so does mf-a' }),
  );
});

test('what only the machine with the release store can do is refused with the reason', async () => {
  const { openTerminal, store } = await createTerminals();
  const ravi = await openTerminal('ravi');
  for (const line of ['recover-head --reason x', 'staff-link', 'watch', `restore --from /nowhere`]) {
    expect((await ravi(line)).output).toContain('needs the release store and its signer');
  }
  const before = await store.list('r/');
  expect((await ravi('gc --keep-days 0')).exitCode).toBe(1);
  expect(await store.list('r/')).toEqual(before);
});

test('the routes of the release store keep links secret and change no object', async () => {
  const { url, createToken, store } = await createTerminals();
  const client = createServiceClient({ url, token: await createToken('ravi') });
  for (const prefix of ['staff/', 'staff/x']) {
    await expect(client.store.list(prefix)).rejects.toThrow('cannot be read');
  }
  await expect(client.store.listFolders('staff/')).rejects.toThrow('cannot be read');
  await expect(client.store.list('sta')).rejects.toThrow('give the beginning of keys');
  await expect(client.store.list('r//')).rejects.toThrow('not a prefix of keys');
  expect(await client.store.listFolders('r/')).toEqual(await store.listFolders('r/'));
  await expect(client.store.get('staff/x.json')).rejects.toThrow('cannot be read');
  await expect(client.store.get('r/.keys')).rejects.toThrow('not a key of a release store');
  await expect(client.store.putIfAbsent(`env/${env}/HEAD.json`, Buffer.from('{}'))).rejects.toThrow(
    'Only files of releases',
  );
  const [key = ''] = await store.list('v/');
  expect(await client.store.putIfAbsent(key, Buffer.from('other bytes'))).toBe(false);
  await expect(createServiceClient({ url, token: 'rel_wrong' }).store.list('r/')).rejects.toThrow('not valid');
});

test('login keeps a token in a file of this user alone, and logout removes it', async () => {
  const folder = createTestFolder();
  process.env.XDG_CONFIG_HOME = folder;
  const { url, createToken } = await createTerminals();
  await expect(saveLogin({ url, token: 'rel_wrong' })).rejects.toThrow('not valid');
  await expect(findLogin(url, undefined, {})).rejects.toThrow(`npm run release -- login ${url}`);
  const token = await createToken('ravi');
  expect(await saveLogin({ url, token })).toBe('ravi');
  expect(statSync(path.join(folder, 'storefront/release-services.json')).mode & 0o777).toBe(0o600);
  expect(await findLogin(url, undefined, {})).toEqual({ url, token });
  expect(await findLogin(url, 'rel_of_ci', {})).toEqual({ url, token: 'rel_of_ci' });
  expect([await deleteLogin(url), await deleteLogin(url)]).toEqual([true, false]);
});

describe('a workflow without a key', () => {
  const requestToken = 'request-token';

  /** Two jobs of one repository, as app.yml has them: `previews` proposes, `canary` makes live. */
  async function createWorkflow() {
    const workflow = await startWorkflowIssuer();
    const machine = (environment: string, role: string) => ({
      issuer: workflow.issuer,
      claims: { repository: 'shop/mf-a', environment },
      roles: [role],
      apps: ['mf-a'],
      environments: [env],
    });
    const shop = await createTerminals({
      policy: {
        ...policy,
        roles: { ...policy.roles, proposals: { may: ['promote'], apps: ['*'], environments: ['previews'] } },
        machines: { 'mf-a-proposals': machine('previews', 'proposals'), 'mf-a-canary': machine('canary', 'catalog') },
      },
    });
    /** Starts GitHub's endpoint for the identity of one job. */
    const startJob = async (claims: Record<string, string>) => {
      const { origin } = await startTestServer(async (request, response) => {
        const audience = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('audience') ?? '';
        const isJob = request.headers.authorization === `Bearer ${requestToken}`;
        response.setHeader('content-type', 'application/json');
        if (!isJob) response.writeHead(401).end('{}');
        else response.end(JSON.stringify({ value: await workflow.createToken({ claims, audience }) }));
      });
      return {
        ACTIONS_ID_TOKEN_REQUEST_URL: `${origin}/?api-version=2.0`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
      };
    };
    const openJob = async (claims: Record<string, string>) =>
      shop.openTerminalOf(await findLogin(shop.url, undefined, await startJob(claims)));
    return { ...shop, startJob, openJob };
  }

  it('publishes and proposes its app, makes it live in another job, and is refused another app', async () => {
    const { openJob, newest } = await createWorkflow();
    const propose = await openJob({ repository: 'shop/mf-a', environment: 'previews' });
    expect(await propose('publish mf-a --version 1.2.0')).toMatchObject({ exitCode: 0 });
    const report = await propose('pull-request-report mf-a@1.2.0 --name "mf-a, shop/mf-a 12/merge" --json');
    expect(report).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(report.output)).toMatchObject({ app: 'mf-a', link: expect.stringContaining('/-/preview/') });
    expect((await propose('publish mf-payment --version 1.3.0')).output).toContain(
      'mf-a-proposals may not publish mf-payment',
    );
    expect((await propose('promote mf-a@1.2.0 --canary 10 --reason x')).output).toContain(
      'mf-a-proposals may not promote mf-a in production',
    );
    expect((await newest()).entry.seq).toBe(1);

    const canary = await openJob({ repository: 'shop/mf-a', environment: 'canary' });
    expect(await canary('promote mf-a@1.2.0 --canary 10 --reason "commit abc"')).toMatchObject({ exitCode: 0 });
    expect((await newest()).entry).toMatchObject({ by: 'mf-a-canary', action: 'canary' });
    expect(await canary('rollout 50 mf-a --reason "no new errors"')).toMatchObject({ exitCode: 0 });
    expect((await canary('promote mf-payment@2.0.0 --reason x')).output).toContain('mf-a-canary may not promote');
    expect((await newest()).entry).toMatchObject({ action: 'rollout', seq: 3 });
  });

  it('gets another token before its own ends, once for all calls', async () => {
    const { openJob, service } = await createWorkflow();
    const propose = await openJob({ repository: 'shop/mf-a', environment: 'previews' });
    const create = jest.spyOn(service.tokens, 'create');
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
    const published = await propose('publish mf-a --version 1.2.0');
    clock.mockRestore();
    expect(published).toMatchObject({ exitCode: 0 });
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('gets no token with the identity of another repository or without its permission', async () => {
    const { openJob, startJob, url } = await createWorkflow();
    await expect(openJob({ repository: 'evil/mf-a', environment: 'canary' })).rejects.toThrow(
      `${url} gives this workflow no token: No machine of the release policy has the claims of this token.`,
    );
    const job = await startJob({ repository: 'shop/mf-a', environment: 'canary' });
    await expect(findLogin(url, undefined, { ...job, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'wrong' })).rejects.toThrow(
      'responds with status 401',
    );
    await expect(findLogin(url, undefined, {})).rejects.toThrow('set the permission "id-token: write"');
  });
});

test('status and webhooks show what the service knows: its freezes, and what its webhooks have received', async () => {
  const freezes = [{ reason: 'sale', from: '2000-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' }];
  const chat = {
    name: 'chat',
    url: 'http://127.0.0.1:1/',
    format: 'slack' as const,
    secret: null,
    events: [...auditActions],
  };
  const options = { policy: { ...policy, environments: { production: { freezes } } }, webhooks: [chat] };
  const { openTerminal } = await createTerminals(options);
  const ravi = await openTerminal('ravi');
  expect((await ravi('status')).output).toContain('all apps: frozen until 2999-01-01 00:00 UTC (sale)');
  expect(await ravi('webhooks')).toMatchObject({
    exitCode: 0,
    output: 'chat: nothing delivered yet, it gets changes after 1, 0 pending',
  });
  expect(await ravi('webhooks --deliver')).toMatchObject({
    exitCode: 2,
    output: 'The release service delivers changes itself: leave --deliver out.',
  });
});

test('the gates that run in the service are steps of the command', async () => {
  const { openTerminal } = await createTerminals();
  const { progress, steps, getPlanned } = recordSteps();
  const ravi = await openTerminal('ravi', everything, progress);
  const gates = [...createStandardGates().map(({ name }) => name), 'smoke-test'];
  await ravi('check mf-a@1.1.0');
  expect(new Set(steps)).toEqual(new Set(['✓ gates in the release service', ...gates.map((name) => `✓ gate ${name}`)]));
  expect(getPlanned()).toBe(steps.length - 1);
  steps.length = 0;
  expect(await ravi('promote mf-payment@2.0.0 --reason x')).toMatchObject({ exitCode: 1 });
  expect(steps).toContain('✗ gate route-ownership');
  steps.length = 0;
  expect(await ravi('promote mf-a@1.1.0 --reason "faster lists"')).toMatchObject({ exitCode: 0 });
  expect(steps.at(-1)).toBe('✓ change in the release service');
  expect(steps).toContain('✓ gate smoke-test');
});

test('a service that ends before its answer leaves the change open, and says how to find out', async () => {
  const { origin: url } = await startTestServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"kind":"begin","step":1,"name":"gate slots"}\n', () => response.destroy());
  });
  const client = createServiceClient({ url, token: 'x' });
  const change = { kind: 'lock' as const, env, app: 'mf-a', reason: 'sale' };
  await expect(client.change(change, 1, noProgress)).rejects.toThrow(
    'The release service ended before its answer: it may have made the change, so look at "npm run release -- status" first.',
  );
});

/** Replaces what differs between two runs of one command line: times, numbers of changes, and the links of two authors. */
const withoutRun = (output: string) =>
  output
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z| UTC)/g, 'TIME')
    .replace(/change \d+/g, 'change N')
    .replace(/preview\/[0-9a-f-]{36}/g, 'preview/ID');

test('a command line prints the same with and without the service', async () => {
  const { openTerminal, openLocalTerminal, environment } = await createTerminals();
  const [ravi, local] = [await openTerminal('ravi'), openLocalTerminal()];
  await local('promote --from production --env staging');
  await lock(environment, '*', testAuthor);
  const link = '--name "shop/mf-a 12/merge" --shop-url https://shop.example';
  const lines: [line: string, exitCode: number, text: string][] = [
    ['check mf-a@1.1.0', 0, '  mf-a 1.0.0 → 1.1.0\nAll gates pass.'],
    ['check mf-payment@2.0.0', 1, 'it owns /a, and so does mf-a'],
    ['check --from staging', 0, 'All gates pass.'],
    ['promote --from staging --reason nightly', 0, 'That is live already: nothing changed.'],
    ['promote --from staging --canary 10 --reason nightly', 0, 'That is live already: nothing changed.'],
    [`preview mf-a@1.1.0 ${link}`, 0, 'https://shop.example/-/preview/'],
    [`pull-request-report mf-a@1.1.0 ${link}`, 0, '[Open the preview](https://shop.example/-/preview/'],
  ];
  for (const [line, exitCode, text] of lines) {
    const outcome = await ravi(line);
    expect({ line, ...outcome }).toMatchObject({ line, exitCode, output: expect.stringContaining(text) });
    for (const format of ['', ' --json']) {
      const [remote, own] = [await ravi(`${line}${format}`), await local(`${line}${format}`)];
      expect(withoutRun(remote.output)).toBe(withoutRun(own.output));
      expect(remote.exitCode).toBe(own.exitCode);
    }
  }
});

test('a check with the versions of another environment finds a damaged live file with and without the service', async () => {
  const { openTerminal, openLocalTerminal, store } = await createTerminals();
  const [ravi, local] = [await openTerminal('ravi'), openLocalTerminal()];
  await local('promote --from production --env staging');
  const [key = ''] = (await store.list('r/mf-a/1.0.0-')).filter((name) => name.endsWith('.js'));
  await store.remove(key);
  const remote = await ravi('check --from staging');
  expect(remote).toMatchObject({ exitCode: 1, output: expect.stringContaining('file-integrity · mf-a: ') });
  expect(remote).toEqual(await local('check --from staging'));
});

test('a promotion prints the warnings of the gates with and without the service', async () => {
  const { openTerminal, openLocalTerminal, store } = await createTerminals();
  await publishBuild(store, { app: 'shell', version: '1.1.0', texts: { hi: { Cart: 'कार्ट' } } });
  const line = 'promote shell@1.1.0 --reason hindi';
  const remote = await (await openTerminal('ravi'))(line);
  expect(remote.output).toContain('warning · texts · mf-a: version 1.0.0 has no texts in hi');
  const local = openLocalTerminal();
  await local('rollback --reason again');
  expect(withoutRun(remote.output)).toBe(withoutRun((await local(line)).output));
});

test('a promotion through the service prints the canaries that it ended, also when another change has followed', async () => {
  const { openTerminalWith, url, createToken, environment } = await createTerminals();
  const client = createServiceClient({ url, token: await createToken('ravi') });
  const openService = async (): Promise<typeof client> => ({
    ...client,
    change: async (change, ...more) => {
      const made = await client.change(change, ...more);
      if (change.kind === 'promote') await lock(environment, 'mf-payment', testAuthor);
      return made;
    },
  });
  const ravi = openTerminalWith({ openService, openEnvironment: client.openEnvironment });
  await ravi('publish mf-a --version 1.2.0');
  await ravi('promote mf-a@1.1.0 --canary 10 --reason "faster lists"');
  await ravi('unlock mf-payment --reason "the sale is over"');
  const { output } = await ravi('promote mf-a@1.2.0 --reason hotfix');
  expect(output).toMatch(/^ {2}mf-a 1\.0\.0 → 1\.2\.0\nproduction, change 6:/);
  expect(output).toContain('halted: the canary of mf-a, tell ravi: mf-a was promoted to every visitor by ravi');
});
