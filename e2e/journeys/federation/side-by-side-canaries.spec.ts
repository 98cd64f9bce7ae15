import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { type APIRequestContext, request } from '@playwright/test';
import { addresses } from '../../fixtures/addresses';
import { expect, test } from '../../fixtures/shop';

const root = path.resolve(import.meta.dirname, '../../..');
const dataDir = path.join(root, `.cache/e2e-data-${addresses.shopPort}`);
const folder = path.join(root, `.cache/canary-remotes-${addresses.shopPort}`);
const policyFile = path.join(folder, 'policy.json');
/** An environment of its own, with a gateway of its own: canaries give visitors cookies and take documents out of shared caches. */
const env = `canaries-${Date.now().toString(36)}`;
const suffix = Date.now().toString(36);

type App = 'mf-tips' | 'mf-news';
const getVersion = (number: number) => `0.${number}.0-${suffix}`;

/** Asha ships mf-tips and Meera ships mf-news. Neither has a right to the app of the other. */
const policy = {
  roles: {
    tips: { may: ['promote', 'rollback'], apps: ['mf-tips'], environments: ['*'] },
    news: { may: ['promote', 'rollback'], apps: ['mf-news'], environments: ['*'] },
  },
  people: { asha: { roles: ['tips'] }, meera: { roles: ['news'] } },
};

async function npmRun(variables: NodeJS.ProcessEnv, command: string, ...parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('node', ['tooling/run.mjs', command, ...parameters], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, ...variables },
  });
  return stdout;
}

/** Changes the journey's environment as a person of the policy. It resolves when the gateway serves the change. */
const release = (person: 'asha' | 'meera', ...parameters: string[]): Promise<string> => {
  const served = ['--env', env, '--wait', '--shop-url', origin];
  return npmRun({ RELEASE_USER: person, RELEASE_POLICY: policyFile }, 'release', ...parameters, ...served);
};

/** Publishes versions of a remote. The heading of its page says the version: `Tips 2`. */
async function publishVersions(app: App, count: number): Promise<void> {
  const name = app.slice(3);
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  await npmRun({}, 'new-remote', name, '--path', `/${name}`, '--folder', path.relative(root, folder));
  const file = path.join(folder, app, `src/features/${name}/${name}.screen.tsx`);
  const source = await readFile(file, 'utf8');
  for (let number = 1; number <= count; number++) {
    await writeFile(file, source.replace(`<PageHeading>${title}<`, `<PageHeading>${title} ${number}<`));
    await npmRun({}, 'release', 'publish', app, '--version', getVersion(number), '--from', path.join(folder, app));
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

let gateway: ChildProcess | undefined;
let origin = '';

async function startGateway(): Promise<void> {
  const port = await findFreePort();
  gateway = spawn(process.execPath, ['--import', 'tsx', 'platform/gateway/src/server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      RELEASE_ENV: env,
      RELEASE_STORE: `${dataDir}/releases`,
      RELEASE_KEYS: `${dataDir}/release-keys`,
      DATA_DIR: path.join(folder, 'gateway-data'),
      STORE_API_URL: addresses.api,
      PUBLIC_API_URL: addresses.api,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  origin = `http://localhost:${port}`;
  await expect(async () => {
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  }, 'the gateway serves the environment').toPass({ timeout: 60_000 });
}

/** A visitor with cookies of their own. */
interface Visitor {
  context: APIRequestContext;
  /** The versions of the two remotes, such as `1 2`, in a document of the shop. */
  getVersions: (pathname?: string) => Promise<string>;
}

async function createVisitor(): Promise<Visitor> {
  const context = await request.newContext({ baseURL: origin });
  const getVersions = async (pathname = '/tips') => {
    const html = await (await context.get(pathname)).text();
    const find = (app: App) => html.match(new RegExp(`"name":"${app}","version":"0\\.(\\d)\\.0-${suffix}"`))?.[1];
    return `${find('mf-tips')} ${find('mf-news')}`;
  };
  return { context, getVersions };
}

/** One visitor for each combination of versions, found by opening the shop as new visitors. */
const visitors = new Map<string, Visitor>();

test.describe.configure({ mode: 'serial' });
test.use({ trace: 'off' });
test.beforeAll(async () => {
  test.setTimeout(600_000);
  await rm(folder, { recursive: true, force: true });
  await publishVersions('mf-tips', 2);
  await publishVersions('mf-news', 3);
  await writeFile(policyFile, JSON.stringify(policy));
  const { live } = JSON.parse(await npmRun({}, 'release', 'status', '--json'));
  const releases = [`shell@${live.shell.version}`, `mf-tips@${getVersion(1)}`, `mf-news@${getVersion(1)}`];
  await npmRun({}, 'release', 'promote', ...releases, '--env', env, '--reason', 'opening');
  await startGateway();
});
test.afterAll(async () => {
  for (const { context } of visitors.values()) await context.dispose();
  if (gateway && gateway.exitCode === null) {
    gateway.kill('SIGTERM');
    await once(gateway, 'exit');
  }
  const releases = ['mf-tips', 'mf-news'].map((app) => `${dataDir}/releases/r/${app}`);
  for (const used of [folder, `${dataDir}/releases/env/${env}`, ...releases]) {
    await rm(used, { recursive: true, force: true });
  }
});

/** The versions that each visitor gets now, by those that the visitor got first. */
const readVersions = async () =>
  Object.fromEntries(
    await Promise.all([...visitors].map(async ([first, { getVersions }]) => [first, await getVersions()] as const)),
  );

test('two teams run canaries at the same time, and a visitor gets neither, one or both', async ({
  page,
  consoleErrors,
}) => {
  test.setTimeout(400_000);
  // The store API allows the shop's own origin only.
  consoleErrors.expect(/CORS|ERR_FAILED/);
  await release('asha', 'promote', `mf-tips@${getVersion(2)}`, '--canary', '50', '--reason', 'better tips');
  const both = await release(
    'meera',
    'promote',
    `mf-news@${getVersion(2)}`,
    '--canary',
    '50',
    '--reason',
    'fresh news',
  );
  expect(both).toContain(`canary: 50 % get mf-tips ${getVersion(1)} → ${getVersion(2)}, by asha`);
  expect(both).toContain(`canary: 50 % get mf-news ${getVersion(1)} → ${getVersion(2)}, by meera`);
  await expect(async () => {
    const visitor = await createVisitor();
    visitors.set(await visitor.getVersions(), visitor);
    expect([...visitors.keys()].sort()).toEqual(['1 1', '1 2', '2 1', '2 2']);
  }, 'new visitors get every combination').toPass({ intervals: [10], timeout: 60_000 });
  for (const [versions, { getVersions }] of visitors) {
    for (const pathname of ['/tips', '/news', '/tips']) expect(await getVersions(pathname)).toBe(versions);
  }
  const { cookies = [] } = (await visitors.get('2 2')?.context.storageState()) ?? {};
  await page.context().addCookies(cookies);
  await page.goto(`${origin}/tips`);
  await expect(page.getByRole('heading', { level: 1, name: 'Tips 2', exact: true })).toBeVisible();
  await page.goto(`${origin}/news`);
  await expect(page.getByRole('heading', { level: 1, name: 'News 2', exact: true })).toBeVisible();
});

test('a team completes its canary and ships a hotfix to every visitor during the canary of another team', async () => {
  test.setTimeout(300_000);
  await release('meera', 'rollout', 'complete', 'mf-news');
  const hotfix = await release('meera', 'promote', `mf-news@${getVersion(3)}`, '--reason', 'dates are wrong');
  expect(hotfix).toContain(`canary: 50 % get mf-tips ${getVersion(1)} → ${getVersion(2)}, by asha`);
  expect(await readVersions(), 'every visitor gets the hotfix and keeps the canary').toEqual({
    '1 1': '1 3',
    '1 2': '1 3',
    '2 1': '2 3',
    '2 2': '2 3',
  });
});

test('a team rolls back during the canary of another team without a right to it, and its visitors keep that canary', async () => {
  test.setTimeout(300_000);
  await expect(release('meera', 'rollout', 'halt', 'mf-tips')).rejects.toThrow('meera may not roll back mf-tips');
  const rolledBack = await release('meera', 'rollback', 'mf-news', '--reason', 'dates are worse');
  expect(rolledBack).toContain(`canary: 50 % get mf-tips ${getVersion(1)} → ${getVersion(2)}, by asha`);
  expect(await readVersions(), 'every visitor gets the restored version and keeps the canary').toEqual({
    '1 1': '1 2',
    '1 2': '1 2',
    '2 1': '2 2',
    '2 2': '2 2',
  });

  const halted = await release('asha', 'rollout', 'halt', 'mf-tips', '--reason', 'tips are too long');
  expect(halted).not.toContain('canary:');
  expect(new Set(Object.values(await readVersions())), 'every visitor gets the live versions').toEqual(
    new Set(['1 2']),
  );
});
