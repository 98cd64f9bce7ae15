import type { KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import { exportAuditLog } from '@shop/releases/history/exported-audit-log';
import { readPicture } from '@shop/releases/history/screenshots';
import { readIncident } from '@shop/releases/incident/incident-report';
import { listPublishedApps } from '@shop/releases/release/list-releases';
import { UnreadableReleaseError } from '@shop/releases/release/read-release';
import { HttpError, parseInput, queries } from '@shop/releases/service-api/requests';
import type { Environment } from '@shop/releases/state/environment';
import { listEnvironments } from '@shop/releases/state/head';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { reportWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import type { FastifyInstance } from 'fastify';
import { loadApprovalView } from '../changes/approval-requests';
import { toScheduleView } from '../schedules/schedule-calls';
import type { Service } from '../service';
import { createCachingStore } from '../store/caching-store';
import { loadChange, loadPlannedChange } from '../views/change-view';
import { createEnvironmentViews } from '../views/environment-view';
import { loadHistory, loadStateAt } from '../views/history-view';
import { listAllReleases } from '../views/release-views';
import { createErrorViews, createMetricsViews } from '../views/report-views';
import { type AddRead, createAddRead } from './add-routes';
import { describeRequest, describeResponses } from './api-document';
import { findRequestCaller } from './find-caller';
import { toErrorResponse } from './http-errors';
import { assertMayRead } from './object-routes';

type CachedEnvironments = ReturnType<typeof createCachedEnvironments>;

/** Creates the access to environments, whose documents are read through a cache. */
function createCachedEnvironments({ store, openEnvironment }: Service) {
  const cachingStore = createCachingStore(store);
  const open = async (name: string) => ({ ...(await openEnvironment(name)), store: cachingStore });
  /** @throws {HttpError} 404 for an unknown environment: an empty report would say that all is well. */
  const openKnown = async (name: string): Promise<Environment> => {
    const names = await listEnvironments(store);
    if (names.includes(name)) return open(name);
    throw new HttpError(404, `There is no environment ${name}: name one of ${names.join(', ') || 'none yet'}.`);
  };
  return { open, openKnown };
}

/** Adds the routes that read: live state, releases, history, and the reports on an environment. */
export function addReadRoutes(app: FastifyInstance, service: Service): void {
  const addRead = createAddRead(app, service);
  const environments = createCachedEnvironments(service);
  addOverviewReads(addRead, service, environments);
  addEnvironmentReads(addRead, service, environments);
  addCallerReads(addRead, service);
  addObjectReads(addRead, service);
  addAuditLog(app, service, environments);
  addPictures(app, service);
}

/** Reads environments, some of which may be unreadable. @returns What was found, and the problem of each unreadable one. */
async function readEach<Found>(
  names: readonly string[],
  read: (name: string) => Promise<Found | null>,
): Promise<{ found: Found[]; unreadable: { name: string; problem: string }[] }> {
  const results = await Promise.all(
    names.map(async (name) => {
      try {
        return { found: await read(name) };
      } catch (error) {
        // A person repairs a damaged document, whose message names it.
        const isDamage = error instanceof CorruptDocumentError || error instanceof UnreadableReleaseError;
        const problem = isDamage ? error.message : toErrorResponse(error, `environment ${name}`).body.error;
        return { unreadable: { name, problem } };
      }
    }),
  );
  return {
    found: results.flatMap(({ found }) => found ?? []),
    unreadable: results.flatMap(({ unreadable }) => unreadable ?? []),
  };
}

/** The state of every environment with the approvals that wait, and the newest releases. */
function addOverviewReads(addRead: AddRead, service: Service, environments: CachedEnvironments): void {
  const { store, approvals, changes, releases } = service;
  const loadEnvironmentView = createEnvironmentViews(changes);

  addRead('state', async (_query, caller) => {
    const { actor, policy } = caller;
    const [names, apps] = await Promise.all([listEnvironments(store), listPublishedApps(store)]);
    const { found, unreadable } = await readEach(names, async (name) =>
      loadEnvironmentView(await environments.open(name), { actor, policy, apps }),
    );
    return {
      caller: caller.principal.name,
      environments: found,
      unreadable,
      approvals: await Promise.all(
        (await approvals.list()).map((approval) => loadApprovalView(service, approval, caller)),
      ),
      newestRelease: await releases.getNewestTime(),
    };
  });
  addRead('releases', (_query, { policy: { links } }) => listAllReleases(store, releases, links));
}

/** Reports on one environment. An incident may be of every environment. */
function addEnvironmentReads(
  addRead: AddRead,
  { store, changes, webhooks }: Service,
  environments: CachedEnvironments,
): void {
  const loadErrors = createErrorViews();
  const loadMetrics = createMetricsViews();
  addRead('history', async ({ env, ...query }) => loadHistory(await environments.open(env), changes, query));
  addRead('state-at', async ({ env, at, visitor }) =>
    loadStateAt(await environments.openKnown(env), changes, at, visitor),
  );
  addRead('change', async ({ env, seq }) => loadChange(await environments.openKnown(env), seq));
  addRead('planned-change', async ({ env, ...selection }) =>
    loadPlannedChange(await environments.open(env), selection),
  );
  addRead('errors', async ({ env, ...filter }) => loadErrors(await environments.openKnown(env), filter));
  addRead('metrics', async ({ env, app: name }) => loadMetrics(await environments.openKnown(env), name));
  addRead('incident', async ({ env, minutes }) => {
    const read = async (name: string) => readIncident(await environments.openKnown(name), { minutes });
    // The state names the unreadable environments.
    if (env === undefined) return (await readEach(await listEnvironments(store), read)).found;
    const report = await read(env);
    return report ? [report] : [];
  });
  addRead('webhooks', async ({ env }) => reportWebhooks(await environments.openKnown(env), webhooks));
}

/** The policy, what a person has created, and who calls. */
function addCallerReads(addRead: AddRead, { policies, tokens, schedules }: Service): void {
  addRead('policy', async () => {
    const { version, policy } = await policies.current();
    return { version, policy, history: await policies.list() };
  });
  addRead('tokens', (_query, { principal }) => (principal.machine ? Promise.resolve([]) : tokens.list(principal.name)));
  addRead('schedules', async (_query, caller) =>
    (await schedules.list()).map((schedule) => toScheduleView(schedule, caller)),
  );
  addRead('caller', async (_query, { actor: { name, roles } }) => ({ name, roles: [...roles] }));
}

/** Objects of the release store, and the keys that verify them. */
function addObjectReads(addRead: AddRead, { store, openEnvironment }: Service): void {
  addRead('objects', async ({ prefix }, caller) => {
    assertMayRead(caller, 'prefix', prefix);
    return store.list(prefix);
  });
  addRead('folders', async ({ prefix }, caller) => {
    assertMayRead(caller, 'prefix', prefix);
    return store.listFolders(prefix);
  });
  addRead('trusted-keys', async () => {
    const { trusted } = await openEnvironment('production');
    const toPem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
    return Object.fromEntries([...trusted].map(([id, key]) => [id, toPem(key)]));
  });
}

function addAuditLog(app: FastifyInstance, service: Service, { openKnown }: CachedEnvironments): void {
  const schema = {
    summary: 'The audit log with its signatures, one entry in each line',
    tags: ['reports'],
    querystring: describeRequest(queries['audit-log']),
    response: describeResponses('application/jsonl', [400, 404, 503]),
  };
  app.get('/api/audit-log', { schema }, async (request, reply) => {
    await findRequestCaller(service, request);
    const { env } = parseInput(queries['audit-log'], request.query);
    const lines = exportAuditLog(await openKnown(env));
    return reply
      .header('content-disposition', `attachment; filename="audit-log-${env}.jsonl"`)
      .type('application/jsonl')
      .send(Readable.from(lines));
  });
}

function addPictures(app: FastifyInstance, service: Service): void {
  const schema = {
    summary: 'A picture of a screen',
    tags: ['reports'],
    response: describeResponses('image/jpeg', [404, 503]),
  };
  app.get<{ Params: { picture: string } }>('/pictures/:picture', { schema }, async (request, reply) => {
    await findRequestCaller(service, request);
    const bytes =
      /^[0-9a-f]{64}$/.test(request.params.picture) && (await readPicture(service.store, request.params.picture));
    if (!bytes) throw new HttpError(404, 'This picture is not stored.');
    // Its address is its hash.
    return reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/jpeg').send(bytes);
  });
}
