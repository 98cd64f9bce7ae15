import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@shop/database/open-database';
import { loadWebhooks, releaseHost } from '@shop/release-cli/host/release-host';
import { readHostSettings } from '@shop/release-cli/host/settings';
import { announceLocalService, withdrawLocalService } from '@shop/release-cli/service/local-service';
import { createPrometheusClient } from '@shop/releases/canary-analysis/prometheus-limits';
import { emptyPolicy, readPolicy } from '@shop/releases/policy/policy';
import { createPromotionCheck } from '@shop/releases/smoke-test/smoke-test.gate';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import { closeOnSignal } from '@shop/server-runtime/close-on-signal';
import { assertFree, readPort } from '@shop/server-settings/port';
import { createServiceApp } from './app';
import { createDemoPolicy } from './auth/demo-people';
import { createIdentityProvider } from './auth/identity-provider';
import { createSecret } from './auth/tokens';
import { buildConsolePage } from './build-page';
import { endExpiredRequests } from './changes/decide-request';
import type { CreateGates } from './changes/gated-changes';
import { type ServiceTables, serviceDefinition } from './database/database';
import { createPolicyVersions } from './policy/policy-versions';
import { getRequestProgress } from './routes/report-steps';
import { runSchedules } from './schedules/run-schedules';
import { createService } from './service';
import { readServiceSettings, type ServiceSettings } from './settings';
import { watchEnvironments } from './store/watch-environments';
import { createRequestOutbox, followRequests } from './webhooks/request-outbox';

/*
 * Entry of `npm run console`. Without an argument it serves the release service and its console. `npm run console --
 * import-policy FILE` makes a file the next version of the policy: the first one, or one that replaces what no person may change.
 */

/** Seconds that requests and jobs have to end after the drain. The gates of a change take the longest. */
const finishSeconds = 60;

/** Opens the database of the service, and its policy. Without a policy, the people of a company may only read. */
async function openState({ databaseUrl, provider, publicUrl }: ServiceSettings, webhooks: readonly Webhook[]) {
  const host = readHostSettings();
  const dataDir = path.join(host.dataDir, 'release-service');
  const { db, close } = await openDatabase<ServiceTables>({ dataDir, databaseUrl }, serviceDefinition);
  const outbox = createRequestOutbox(db, webhooks, publicUrl);
  return {
    db,
    close,
    policies: createPolicyVersions(db, provider ? emptyPolicy : createDemoPolicy(host.user), outbox),
  };
}

async function serve(): Promise<void> {
  // `npm start` runs the service as a child process. The service ends with its parent.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  const settings = readServiceSettings(process.env);
  const { port, host, publicUrl } = settings;
  await assertFree({ variable: 'CONSOLE_PORT', port, host });
  const webhooks = await loadWebhooks();
  const { db, close: closeDatabase, policies } = await openState(settings, webhooks);
  if (settings.provider && (await policies.current()).version === 0) {
    console.error(
      'There is no release policy: people can only read. Import one: platform/deploy/README.md has the commands of compose and Kubernetes; without containers run npm run console -- import-policy FILE.',
    );
  }
  // Every environment has the same store, keys and signer, so they are opened once.
  const opened = await releaseHost.openEnvironment(settings.env);
  const { store } = opened;
  const openEnvironment = async (name: string) => ({ ...opened, name, loadRules: () => policies.loadRules(name) });
  const createGates: CreateGates = (environment, removedPaths) =>
    createPromotionCheck(environment, removedPaths, releaseHost.smokeTest, getRequestProgress());
  const localSecret = settings.provider ? null : createSecret();
  const service = createService({
    db,
    policies,
    store,
    openEnvironment,
    createGates,
    webhooks,
    publicUrl,
    trustedProxies: settings.trustedProxies,
    identityProvider: settings.provider && createIdentityProvider(settings.provider, publicUrl),
    localSecret,
    shopUrl: settings.shopUrl ?? `http://localhost:${readPort('PORT', 3000).port}`,
  });
  const app = await createServiceApp(service, await buildConsolePage());
  const stopWatch = watchEnvironments({
    store,
    openEnvironment,
    createGates,
    askPrometheus: createPrometheusClient(settings.prometheusUrl),
    webhooks,
    consoleUrl: publicUrl,
    report: console.error,
  });
  const stopSchedules = runSchedules(service, console.error);
  const stopRequests = followRequests(service.outbox, () => endExpiredRequests(service), console.error);
  const { drainSeconds } = settings;
  closeOnSignal({ delay: (drainSeconds + finishSeconds + 10) * 1000 }, async ({ err }) => {
    if (localSecret) await withdrawLocalService(localSecret);
    const work = Promise.all([stopSchedules(), stopRequests(), stopWatch()]);
    await service.shutdown.drain(err ? 0 : drainSeconds);
    await Promise.race([Promise.all([app.close(), work]), sleep(finishSeconds * 1000)]);
    await Promise.all([service.leases.release(), service.changes.stop(), service.releases.stop()]);
    await closeDatabase();
  });
  await app.listen({ port, host });
  if (localSecret) await announceLocalService({ url: publicUrl, secret: localSecret });
  if (process.send) process.send({ ready: true, address: publicUrl });
  else console.log(`The release console is at ${publicUrl}`);
}

/** Makes the policy of a file the next version. */
async function importPolicy(file: string): Promise<void> {
  const { policies, close } = await openState(readServiceSettings(process.env), await loadWebhooks());
  try {
    const policy = await readPolicy(path.resolve(readHostSettings().callerDir, file));
    const { version: replaces } = await policies.current();
    const reason = `imported from ${path.basename(file)} by ${readHostSettings().user}`;
    const version = await policies.add({ replaces, policy, proposedBy: null, approvedBy: null, reason });
    console.log(`The release policy is at version ${version}.`);
  } finally {
    await close();
  }
}

async function main(words: readonly string[]): Promise<void> {
  const [command, file, ...more] = words;
  if (command === undefined) return serve();
  if (command === 'import-policy' && file !== undefined && more.length === 0) return importPolicy(file);
  throw new Error(
    `The console does not know "${words.join(' ')}": write npm run console, or npm run console -- import-policy FILE.`,
  );
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
