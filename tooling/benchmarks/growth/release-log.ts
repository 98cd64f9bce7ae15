import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openDatabase } from '@shop/database/open-database';
import { root as workspace } from '@shop/release-cli/build/workspace';
import { runReleaseCli } from '@shop/release-cli/cli/release-cli';
import { collectGarbage } from '@shop/release-cli/commands/collect-garbage';
import { createServiceApp } from '@shop/release-console/server/app';
import { createIdentityProvider } from '@shop/release-console/server/auth/identity-provider';
import { type ServiceTables, serviceDefinition } from '@shop/release-console/server/database/database';
import { createPolicyVersions } from '@shop/release-console/server/policy/policy-versions';
import { createService } from '@shop/release-console/server/service';
import { backupReleaseStore } from '@shop/releases/actions/backup-store';
import { promote } from '@shop/releases/actions/promote';
import { rollback } from '@shop/releases/actions/rollback';
import { listReleases } from '@shop/releases/release/list-releases';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import { readHead } from '@shop/releases/state/head';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { createCountingStore } from '@shop/releases/testing/counting-store';
import { writeReleaseLog } from '@shop/releases/testing/release-log';
import { openTestEnvironment, passingGates, type TestEnvironment } from '@shop/releases/testing/test-environment';
import { formatNumber } from '../report';
import type { GrowthResult, GrowthRow } from './growth-row';

const runFile = promisify(execFile);
const program = path.join(workspace, 'platform/release-cli/src/main.ts');

const publicUrl = 'http://127.0.0.1:3300';
const author = { by: 'asha', reason: 'measuring' };
const permissions = ['promote', 'rollback', 'lock', 'force', 'policy'] as const;
const policy = {
  roles: { manager: { may: [...permissions], apps: ['*'], environments: ['*'] } },
  people: { asha: { roles: ['manager'] } },
};

/** Costs by the text of a row. */
type Costs = Map<string, number>;

interface LogSize {
  entries: number;
  releases: number;
}

/** Compares release control of a new shop with that of a shop after a year: three changes an hour, and a release with every third. */
export async function measureReleaseLog(isShort: boolean): Promise<GrowthResult> {
  const [small, large] = [
    { entries: 100, releases: 100 },
    isShort ? { entries: 1000, releases: 600 } : { entries: 26_000, releases: 8000 },
  ];
  const [costs, largeCosts] = [await measureLog(small), await measureLog(large)];
  const formatSize = ({ entries }: LogSize) => `${formatNumber(entries)} changes`;
  return {
    rows: [...costs].map(([text, cost]): GrowthRow => {
      const larger = { size: formatSize(large), cost: largeCosts.get(text) ?? Number.NaN };
      return { text: `releases: ${text}`, small: { size: formatSize(small), cost }, large: larger, limit: 1.5 };
    }),
  };
}

async function measureLog({ entries, releases }: LogSize): Promise<Costs> {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-log-'));
  const root = path.join(folder, 'store');
  const known = new Set<string>();
  const write = (key: string, bytes: Buffer) => {
    const file = path.join(root, key);
    const parent = path.dirname(file);
    if (!known.has(parent)) mkdirSync(parent, { recursive: true });
    known.add(parent);
    writeFileSync(file, bytes);
  };
  const costs: Costs = new Map();
  try {
    const { store, takeCount } = createCountingStore(createFileSystemStore(root));
    const keys = path.join(folder, 'keys');
    await ensureKeys(keys);
    const environment = await openTestEnvironment(store, keys);
    await writeReleaseLog(environment, { entries, releases, write });

    /** Measures the fastest of some runs, because other load only makes them slower, and the operations of the release store in the last one. */
    const measure: Measurement['measure'] = async (text, work, runs = 9, after = async () => {}) => {
      const times: number[] = [];
      for (let run = 0; run < runs; run++) {
        takeCount();
        const started = performance.now();
        await work(run);
        times.push(performance.now() - started);
        await after();
      }
      costs.set(`${text}, ms`, Math.min(...times));
      costs.set(`${text}, calls of the release store`, takeCount());
    };

    await measureService(environment, path.join(folder, 'database'), { measure, costs });
    const run = async (line: string) => {
      const host = { openEnvironment: async () => environment, build: rejectUse, typeCheck: rejectUse };
      const more = { listApps: () => [], smokeTest: async () => [], user: 'asha' };
      const { output, exitCode } = await runReleaseCli(line.split(' '), async () => ({ ...host, ...more }));
      if (exitCode !== 0) throw new Error(output);
    };
    /** Measures a command as a person runs it: a process. */
    const measureCommand = async (line: string) => {
      takeCount();
      await run(line);
      const calls = takeCount();
      const variables = { RELEASE_STORE: root, RELEASE_KEYS: keys, DATA_DIR: folder };
      const args = ['--import', 'tsx', program, ...line.split(' ')];
      await measure(line, () => runFile(process.execPath, args, { env: { ...process.env, ...variables } }), 3);
      costs.set(`${line}, calls of the release store`, calls);
    };
    for (const line of ['status', 'history --before 26', 'diff 5 8']) await measureCommand(line);
    const versions = (await listReleases(store, 'mf-a')).slice(-2);
    await measure('promotion without gates', (index) =>
      promote(environment, versions.slice(index % 2, 1 + (index % 2)), author, passingGates),
    );
    await measure('rollback', () => rollback(environment, author, passingGates));
    takeCount();
    await rollback(environment, author, { ...passingGates, seq: 4 });
    costs.set('rollback to change 4, calls of the release store', takeCount());

    const perRelease = performance.now();
    await collectGarbage(environment, { since: Date.now(), isDryRun: true });
    costs.set(
      'gc --dry-run, microseconds a release and change',
      (1000 * (performance.now() - perRelease)) / (entries + releases),
    );
    const perObject = performance.now();
    const { objects } = await backupReleaseStore(store, path.join(folder, 'backup'));
    costs.set('backup, microseconds an object', (1000 * (performance.now() - perObject)) / Object.keys(objects).length);
    return costs;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const rejectUse = () => Promise.reject(new Error('The benchmark builds nothing.'));

interface Measurement {
  /** @param after  Runs after each run, and is not measured. */
  measure: (
    text: string,
    work: (run: number) => Promise<unknown>,
    runs?: number,
    after?: () => Promise<unknown>,
  ) => Promise<void>;
  costs: Costs;
}

/** Measures the calls of the console, and the start of a service whose database has the index. */
async function measureService(
  environment: TestEnvironment,
  dataDir: string,
  { measure, costs }: Measurement,
): Promise<void> {
  const { db, close } = await openDatabase<ServiceTables>({ dataDir, databaseUrl: undefined }, serviceDefinition);
  const { store } = environment;
  const create = async () => {
    const service = createService({
      db,
      store,
      publicUrl,
      webhooks: [],
      shopUrl: 'http://localhost:3000',
      policies: createPolicyVersions(db, policy),
      identityProvider: createIdentityProvider({ issuer: publicUrl, clientId: '', clientSecret: '' }, publicUrl),
      openEnvironment: async (name) => ({ ...environment, name }),
      createGates: (target, removedPaths) => createPromotionCheck(target, removedPaths, async () => []),
    });
    const app = await createServiceApp(service);
    const endsAt = new Date(Date.now() + 3_600_000);
    const { token } = await service.tokens.create({ owner: 'asha', name: 'bench', endsAt, scope: null, machine: null });
    const get = async (call: string) => {
      const response = await app.inject({
        url: `/api/${call}`,
        headers: { host: new URL(publicUrl).host, authorization: `Bearer ${token}` },
      });
      if (response.statusCode !== 200) throw new Error(`${call}: ${response.body}`);
      return response;
    };
    return { service, app, get };
  };
  try {
    const { service, app, get } = await create();
    await get('state');
    await get('releases');
    await waitForIndex(service, environment);
    await measure('poll of the console', async () => {
      costs.set('poll of the console, bytes', (await get('state')).body.length);
    });
    await measure('list of releases', () => get('releases'));
    const history = (query: string) => get(`history?env=production&${query}`);
    await measure('newest page of the history', () => history(''));
    await measure('oldest page of the history', () => history('before=26'));
    await measure('search of the history for a rare word', () => history('search=saffron'));
    const appSearch = 'search of the history for an app';
    await measure(appSearch, () => history('app=mf-b'));
    // A short log fills no page.
    const { length } = (await history('app=mf-b')).json<{ entries: unknown[] }>().entries;
    costs.set(`${appSearch}, ms an entry`, (costs.get(`${appSearch}, ms`) ?? 0) / length);
    costs.delete(`${appSearch}, ms`);
    await measure('search of the history for what is not there', () => history('search=cardamom'));
    await app.close();
    let started: Awaited<ReturnType<typeof create>> | undefined;
    const start = async () => {
      started = await create();
      await started.get('state');
    };
    const stop = async () => Promise.all([started?.app.close(), started?.service.changes.stop()]);
    await measure('start of the service to its first poll', start, 5, stop);
  } finally {
    await close();
  }
}

/** Waits until the first service of a database has built its index. */
async function waitForIndex({ changes, releases }: ReturnType<typeof createService>, environment: TestEnvironment) {
  const started = performance.now();
  const { head } = (await readHead(environment.store, environment.name, environment.trusted)) ?? {};
  while (head && !(await changes.follow(environment, head))) await sleep(50);
  await Promise.all([changes.whenIdle(), releases.whenIdle()]);
  console.log(`The index took ${Math.round(performance.now() - started)} ms.`);
}
