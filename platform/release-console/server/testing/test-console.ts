import path from 'node:path';
import type { OpenDatabase } from '@shop/database/open-database';
import { createTestDatabases } from '@shop/database/testing/test-databases';
import { promote } from '@shop/releases/actions/promote';
import type { Policy, TokenScope } from '@shop/releases/policy/policy';
import { type ConsoleState, callResponses, ErrorResponse, readResponses } from '@shop/releases/service-api/responses';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { publishBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment, passingGates } from '@shop/releases/testing/test-environment';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { readHistory, readLive } from '@shop/releases/testing/test-shop';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { createServiceApp } from '../app';
import { createIdentityProvider, type ProviderSettings } from '../auth/identity-provider';
import { type ServiceTables, serviceDefinition } from '../database/database';
import { createPolicyVersions } from '../policy/policy-versions';
import { getRequestProgress } from '../routes/report-steps';
import { createService } from '../service';
import { createRequestOutbox } from '../webhooks/request-outbox';
import { signInAs, toHeaders } from './sign-in';
import { startTestProvider, type TestPerson } from './test-provider';

const root = createTestFolder();
let consoles = 0;

export const publicUrl = 'http://127.0.0.1:3300';

const { describeOnEachDatabase, openTestDatabase, openTestPglite } = createTestDatabases<ServiceTables>(
  serviceDefinition,
  {
    sources: [path.join(import.meta.dirname, '../database/migrations')],
    cacheFolder: path.join(import.meta.dirname, '../../.cache'),
  },
);

export { describeOnEachDatabase, openTestPglite };

/** Who can sign in at the provider of the tests. */
const people: TestPerson[] = ['asha', 'ravi', 'meera', 'guest', 'tara', 'unnamed'].map((name) => ({
  name,
  groups: name === 'tara' ? ['team-catalog'] : [],
}));
/** The provider of the test file. */
let provider: Promise<ProviderSettings> | undefined;
const closeFunctions: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closeFunctions.splice(0).reverse()) await close();
});

/** Every permission for every app. */
export const everything: TokenScope = {
  apps: ['*'],
  environments: ['*'],
  may: ['promote', 'rollback', 'lock', 'force', 'policy'],
};

/** Asha releases mf-a in production, so does Tara by her group. Ravi and Meera have every permission, the guest has none. The person `unnamed` is not in it. */
export const policy: Policy = {
  roles: {
    catalog: {
      may: ['promote', 'rollback'],
      apps: ['mf-a'],
      environments: ['production'],
      groups: ['team-catalog'],
    },
    manager: everything,
  },
  people: {
    asha: { roles: ['catalog'] },
    ravi: { roles: ['manager'] },
    meera: { roles: ['manager'] },
    guest: { roles: [] },
  },
};

export const fakePaths: Record<string, Record<string, string>> = {
  'mf-a': { home: '/a' },
  'mf-payment': { pay: '/pay' },
};

/** Secret of the command line of a service without an identity provider. */
export const localSecret = 'secret-of-this-machine';

/** Time of a schedule: in a minute. */
export const soon = () => new Date(Date.now() + 60_000).toISOString();

export const env = 'production';
/** Body of a promotion of mf-a 1.1.0 to 10 % of the visitors. */
export const canary = { env, seq: 1, releases: ['mf-a@1.1.0'], canary: { share: 10 }, reason: 'faster lists' };
/** Body of a forced promotion of mf-payment 2.0.0, which the gates refuse. */
export const forced = { env, seq: 1, releases: ['mf-payment@2.0.0'], isForced: true, reason: 'the bank insists' };

export interface TestConsoleOptions {
  /** The first version of the release policy. Default: {@link policy}. */
  policy?: Policy;
  /** Receivers of changes. */
  webhooks?: readonly Webhook[];
  /** Database of the service. Default: a new one, which ends with the test file. */
  database?: OpenDatabase<ServiceTables>;
  /** The service has no identity provider, and offers the demo people. Default: people sign in at a provider. */
  isDemo?: true;
}

/** A foreign host name and a fault of the service: the API document names them for no route. */
const undocumentedStatuses = [421, 500];

/** Throws when a response differs from its schema in the API document, or the document lacks its status. */
async function assertDocumented({ method, routeOptions }: FastifyRequest, { statusCode }: FastifyReply, body: unknown) {
  const [, name = ''] = /^\/api\/(.+)/.exec(routeOptions.url ?? '') ?? [];
  if (name === '' || name === 'token' || method === 'DELETE') return body;
  const statuses = [...Object.keys(routeOptions.schema?.response ?? {}).map(Number), ...undocumentedStatuses];
  if (!statuses.includes(statusCode)) throw new Error(`${method} /api/${name} does not document status ${statusCode}.`);
  const schemas: Record<string, v.GenericSchema> = method === 'POST' ? callResponses : readResponses;
  v.parse(statusCode < 400 ? (schemas[name] ?? v.never()) : ErrorResponse, body);
  return body;
}

/**
 * Creates a release service whose production has shell, mf-a and mf-payment live at 1.0.0. Published are mf-a 1.1.0, and
 * mf-payment 2.0.0, which claims the path of mf-a.
 */
export async function createTestConsole({
  policy: firstPolicy = policy,
  webhooks = [],
  ...options
}: TestConsoleOptions = {}) {
  /** The clock of the service is so many milliseconds fast. */
  const clock = { elapsedMs: 0 };
  const now = () => Date.now() + clock.elapsedMs;
  const store = createFileSystemStore(path.join(root, String(++consoles)));
  const environment = createTestEnvironment(store);
  const publishFake = (app: string, version: string, paths = fakePaths[app] ?? {}) =>
    publishBuild(store, { app, version, content: version, paths }, { commit: 'c0ffee1' });
  const first = await Promise.all(['shell', 'mf-a', 'mf-payment'].map((app) => publishFake(app, '1.0.0')));
  await promote(environment, first, { by: 'local', reason: 'opening' }, passingGates);
  await publishFake('mf-a', '1.1.0');
  await publishFake('mf-payment', '2.0.0', { pay: '/a' });
  const database = options.database ?? (await openTestDatabase());
  if (!options.database) closeFunctions.push(database.close);
  const { db } = database;
  const policies = createPolicyVersions(
    db,
    { roles: {}, people: {} },
    createRequestOutbox(db, webhooks, publicUrl, now),
  );
  const imported = { proposedBy: null, approvedBy: null, reason: 'imported from policy.json' };
  await policies.add({ replaces: 0, policy: firstPolicy, ...imported });
  provider ??= startTestProvider(publicUrl, people);
  const settings = await provider;

  /** Creates an instance of the service. Instances share the database and the release store. */
  const createInstance = async () => {
    const service = createService({
      db,
      policies,
      store,
      webhooks,
      publicUrl,
      shopUrl: 'http://localhost:3000',
      now,
      identityProvider: options.isDemo ? null : createIdentityProvider(settings, publicUrl),
      localSecret: options.isDemo ? localSecret : null,
      openEnvironment: async (name) => ({ ...environment, name, loadRules: () => policies.loadRules(name) }),
      createGates: (target, removedPaths) =>
        createPromotionCheck(target, removedPaths, async () => [], getRequestProgress()),
    });
    const app = await createServiceApp(service);
    app.addHook('preSerialization', assertDocumented);
    closeFunctions.push(service.releases.stop);
    return { service, app };
  };
  const { service, app } = await createInstance();
  const headers = toHeaders(publicUrl);

  const signIn = (person: string) => signInAs(app, publicUrl, person);
  /** Returns the calls of a browser or a program: with its cookie or its token, and with the origin of the console. */
  const callWith = (credential: Record<string, string>) => {
    const get = async (url: string) => app.inject({ url, headers: { ...headers, ...credential } });
    const post = async (url: string, payload: object) =>
      app.inject({ method: 'POST', url, headers: { ...headers, ...credential }, payload });
    const state = async () => (await get('/api/state')).json<ConsoleState>();
    return { get, post, state };
  };
  /** Signs in and returns the calls of that browser. */
  const as = async (person: string) => {
    const { cookie } = await signIn(person);
    return { ...callWith({ cookie }), cookie };
  };
  const withToken = (token: string) => callWith({ authorization: `Bearer ${token}` });
  /** Creates a personal token. @returns The calls with it, and its revocation. */
  const openToken = async (owner: ReturnType<typeof callWith>, scope = everything) => {
    const { id, token } = (await owner.post('/api/tokens', { name: 'laptop', days: 1, scope })).json();
    const revoke = async () =>
      expect((await owner.post('/api/tokens/revoke', { id })).json()).toEqual({ kind: 'revoked' });
    return { ...withToken(token), revoke };
  };
  /** The newest entry of the audit log, and the live state. */
  const newest = async () => {
    const [entry] = await readHistory(environment);
    if (!entry) throw new Error('The audit log is empty.');
    return { entry, state: await readLive(environment) };
  };
  const changePolicy = async (next: Policy) => {
    const { version: replaces } = await policies.current();
    await policies.add({ replaces, policy: next, proposedBy: null, approvedBy: null, reason: 'test' });
  };
  /** The calls of a person, who signs in before the first one. */
  const asLate = (person: string): ReturnType<typeof callWith> => {
    let opened: ReturnType<typeof as> | undefined;
    const open = () => {
      opened ??= as(person);
      return opened;
    };
    return {
      get: async (...request) => (await open()).get(...request),
      post: async (...request) => (await open()).post(...request),
      state: async () => (await open()).state(),
    };
  };
  return {
    app,
    clock,
    service,
    createInstance,
    as,
    withToken,
    openToken,
    signIn,
    headers,
    newest,
    environment,
    store,
    changePolicy,
    asha: asLate('asha'),
    ravi: asLate('ravi'),
    meera: asLate('meera'),
    guest: asLate('guest'),
  };
}
