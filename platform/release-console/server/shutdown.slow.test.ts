import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openPgliteInstance } from '@shop/database/open-database';
import { ensureCluster } from '@shop/database/pglite/cluster';
import { findDatabaseOwner } from '@shop/database/pglite/database-lock';
import { loadPglite } from '@shop/database/testing/load-pglite';
import { createTestFolder } from '@shop/releases/testing/test-resources';
import { waitUntil } from '@shop/testing/wait-until';
import { createTokens } from './auth/tokens';
import { type ServiceTables, serviceDefinition } from './database/database';
import { createSchedules } from './schedules/schedules';
import { publishShells, startService } from './testing/start-service';

const dataDir = createTestFolder();
const databaseFolder = path.join(dataDir, 'release-service');
const PGlite = loadPglite();
/** Opens the database of the service while the service does not run. */
async function openState() {
  const cluster = path.join(databaseFolder, 'database');
  await mkdir(databaseFolder, { recursive: true });
  await ensureCluster(cluster);
  return openPgliteInstance<ServiceTables>(await PGlite.create(cluster), serviceDefinition);
}

test('a service that gets SIGTERM is not ready, ends what it does, stores the results and closes its database', async () => {
  // Version 2.0.0 keeps the gates busy for some seconds.
  await publishShells(dataDir, 'const until = Date.now() + 5000; while (Date.now() < until); ');
  const opened = await openState();
  const { token } = await createTokens(opened.db).create({
    owner: 'ravi',
    name: 'test',
    endsAt: new Date(Date.now() + 600_000),
    machine: null,
    scope: { apps: ['*'], environments: ['*'], may: ['promote'] },
  });
  const { env, releases } = { env: 'production', releases: ['shell@2.0.0'] };
  const selection = { env, releases, removedApps: [], removedPaths: [] };
  const promotion = { call: 'promote' as const, body: { ...selection, canary: null, isForced: false, reason: 'slow' } };
  const schedules = createSchedules(opened.db, { add: async () => undefined });
  const scheduled = { principal: { name: 'ravi' }, action: promotion, apps: ['shell'] };
  const { id } = await schedules.add(scheduled, new Date());
  await opened.close();

  const { child, ended, url } = await startService(dataDir, { DRAIN_SECONDS: '2' });
  const authorization = `Bearer ${token}`;
  const readStatus = async () =>
    ((await (await fetch(`${url}/api/schedules`, { headers: { authorization } })).json()) as { status: string }[])[0]
      ?.status;
  await waitUntil(async () => (await readStatus()) === 'running', { message: 'The schedule runs.' });
  const check = fetch(`${url}/api/check`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ env, releases }),
  });
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  child.kill('SIGTERM');
  const isReady = async () => (await fetch(`${url}/readyz`)).ok;
  await waitUntil(async () => !(await isReady()), { timeoutMs: 1900, message: '/readyz is 503.' });
  const response = await check;
  expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
  expect(await response.json()).toMatchObject({ findings: [{ gate: 'smoke-test' }] });
  expect(await ended).toEqual([0, null]);

  expect(await findDatabaseOwner(databaseFolder)).toBeUndefined();
  const { db, close } = await openState();
  const schedule = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirst();
  await close();
  expect(schedule).toMatchObject({ status: 'failed', claim: null, leaseEndsAt: null, result: { kind: 'failed' } });
}, 180_000);
