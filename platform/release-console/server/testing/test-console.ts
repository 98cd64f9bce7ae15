import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promote } from '@shop/releases/actions/promote';
import type { Problem } from '@shop/releases/gates/gate';
import { createAccessToken, getRules, hashAccessToken, type Policy } from '@shop/releases/policy/policy';
import { publish } from '@shop/releases/release/publish';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { readAuditLog } from '@shop/releases/state/audit-log';
import { readLiveState } from '@shop/releases/state/live-state';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createTestEnvironment, passingGates } from '@shop/releases/testing/test-environment';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import type { ConsoleState } from '../../api/responses';
import { createConsole } from '../app';
import type { AuthConfig } from '../session/auth-config';

const root = mkdtempSync(path.join(tmpdir(), 'console-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let consoles = 0;

export const tokens = {
  asha: createAccessToken(),
  ravi: createAccessToken(),
  meera: createAccessToken(),
  guest: createAccessToken(),
};
const origin = 'http://127.0.0.1:3300';

/** Asha releases mf-a in production, Ravi and Meera have every permission, and the guest has none. */
export const policy: Policy = {
  roles: {
    catalog: { may: ['promote', 'rollback'], apps: ['mf-a'], environments: ['production'] },
    manager: { may: ['promote', 'rollback', 'lock', 'force'], apps: ['*'], environments: ['*'] },
  },
  people: {
    asha: { roles: ['catalog'], token: hashAccessToken(tokens.asha) },
    ravi: { roles: ['manager'], token: hashAccessToken(tokens.ravi) },
    meera: { roles: ['manager'], token: hashAccessToken(tokens.meera) },
    guest: { roles: [], token: hashAccessToken(tokens.guest) },
  },
};

export const fakePaths: Record<string, Record<string, string>> = {
  'mf-a': { home: '/a' },
  'mf-payment': { pay: '/pay' },
};

export const env = 'production';
/** Body of a promotion of mf-a 1.1.0 to 10 % of the visitors. */
export const canary = { env, seq: 1, releases: ['mf-a@1.1.0'], canary: { share: 10 }, reason: 'faster lists' };

/**
 * Creates a console whose production has shell, mf-a and mf-payment live at 1.0.0. Published are mf-a 1.1.0, and
 * mf-payment 2.0.0, which claims the path of mf-a.
 *
 * @param people  The release policy; null for one local person, asha.
 * @param smokeTestProblems  Problems that the smoke test reports for every composition.
 * @param webhooks  Receivers of changes.
 */
export async function createTestConsole(
  people: Policy | null = policy,
  smokeTestProblems: Problem[] = [],
  webhooks: readonly Webhook[] = [],
) {
  const store = createFileSystemStore(path.join(root, String(++consoles)));
  const environment = createTestEnvironment(store);
  const publishFake = (app: string, version: string, paths = fakePaths[app] ?? {}) =>
    publish(store, { appRoot: writeFakeBuild({ app, version, content: version, paths }), commit: 'c0ffee1' });
  const first = await Promise.all(['shell', 'mf-a', 'mf-payment'].map((app) => publishFake(app, '1.0.0')));
  await promote(environment, first, { by: 'local', reason: 'opening' }, passingGates);
  await publishFake('mf-a', '1.1.0');
  await publishFake('mf-payment', '2.0.0', { pay: '/a' });
  let currentPolicy = people;
  const auth: AuthConfig = people
    ? { kind: 'policy', loadPolicy: async () => currentPolicy ?? policy }
    : { kind: 'local', person: 'asha', token: tokens.asha };
  const app = await createConsole({
    store,
    openEnvironment: async (name) => ({
      ...{ ...environment, name },
      loadRules: async () => (currentPolicy ? getRules(currentPolicy, name) : { slots: {}, connect: {} }),
    }),
    createGates: (target, removedPaths) => createPromotionCheck(target, removedPaths, async () => smokeTestProblems),
    auth,
    webhooks,
    shopUrl: 'http://localhost:3000',
  });
  const headers = { host: '127.0.0.1:3300', origin };

  const signIn = async (token: string) => {
    const response = await app.inject({ method: 'POST', url: '/api/session', headers, payload: { token } });
    const [cookie = ''] = String(response.headers['set-cookie'] ?? '').split(';');
    return { response, cookie };
  };
  /** Signs in and returns the calls of that browser: with its cookie and with the origin of the console. */
  const as = async (token: string) => {
    const { cookie } = await signIn(token);
    const get = async (url: string) => app.inject({ url, headers: { ...headers, cookie } });
    const post = async (url: string, payload: object, more: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url, headers: { ...headers, cookie, ...more }, payload });
    const state = async () => (await get('/api/state')).json<ConsoleState>();
    return { get, post, state, cookie };
  };
  /** The newest entry of the audit log, and the live state. */
  const newest = async () => {
    const state = await readLiveState(environment);
    if (!state) throw new Error('no composition is live');
    for await (const entry of readAuditLog(store, state.head.log, environment.trusted)) return { entry, state };
    throw new Error('the audit log is empty');
  };
  // Without a policy the others are not signed in.
  const [asha, ravi, meera, guest] = [
    await as(tokens.asha),
    await as(tokens.ravi),
    await as(tokens.meera),
    await as(tokens.guest),
  ];
  const changePolicy = (next: Policy) => {
    currentPolicy = next;
  };
  return { app, as, signIn, headers, newest, environment, store, changePolicy, asha, ravi, meera, guest };
}
