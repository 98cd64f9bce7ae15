import type { KeyObject } from 'node:crypto';
import { Readable } from 'node:stream';
import { exportAuditLog } from '@shop/releases/history/exported-audit-log';
import { readPicture } from '@shop/releases/history/screenshots';
import { readIncident } from '@shop/releases/incident/incident-report';
import { assertKnown } from '@shop/releases/policy/policy';
import { listPublishedApps } from '@shop/releases/release/list-releases';
import { UnreadableReleaseError } from '@shop/releases/release/read-release';
import { HttpError, type ParsedQuery, parseInput, queries } from '@shop/releases/service-api/requests';
import { type ReadResponses, readResponses } from '@shop/releases/service-api/responses';
import type { Environment } from '@shop/releases/state/environment';
import { listEnvironments } from '@shop/releases/state/head';
import { CorruptDocumentError } from '@shop/releases/store/parse-json';
import { assertPrefix } from '@shop/releases/store/release-store';
import { reportWebhooks } from '@shop/releases/webhooks/deliver-webhooks';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../auth/principals';
import { toApprovalView, withCurrentApprovers } from '../changes/approval-requests';
import { toScheduleView } from '../schedules/schedule-permissions';
import type { Service } from '../service';
import { createCachingStore } from '../store/caching-store';
import { loadChange, loadPlannedChange } from '../views/change-view';
import { createEnvironmentViews } from '../views/environment-view';
import { loadHistory, loadStateAt } from '../views/history-view';
import { listAllReleases } from '../views/release-views';
import { createErrorViews, createMetricsViews } from '../views/report-views';
import { describeRequest, describeResponses } from './api-document';
import { findRequestCaller } from './find-caller';
import { toErrorResponse } from './http-errors';
import { assertReadable } from './object-routes';

type ReportName = keyof ReadResponses & keyof typeof queries;

/** Summaries of the calls in the API document. */
const summaries: Record<ReportName, string> = {
  state: 'Live compositions, canaries, locks and open approval requests of every environment',
  releases: 'The newest releases of every app',
  history: 'Changes of an environment, newest first',
  'state-at': 'Live versions and canaries at a time, and which of them a visitor had',
  change: 'What a change changed: commits, sizes, contracts, screens',
  'planned-change': 'What a promotion would change',
  errors: 'Errors that pages reported',
  metrics: 'Metrics by version',
  incident: 'Recent changes with the command that undoes each, metrics and new errors',
  webhooks: 'What webhooks have received',
  policy: 'The release policy and its history',
  tokens: 'Your personal tokens',
  schedules: 'Schedules, the latest first',
  caller: 'Who calls: the owner of the token or session',
  objects: 'The keys of objects of the release store',
  folders: 'The names of folders of the release store',
  'trusted-keys': 'Public keys of the signed documents, by id',
};

/** Adds the routes that read: live state, releases, history, and the reports on an environment. */
export function addReadRoutes(app: FastifyInstance, service: Service): void {
  const { store, openEnvironment, approvals, webhooks, policies, tokens, schedules, changes, releases } = service;
  const cachingStore = createCachingStore(store);
  const openCached = async (name: string) => ({ ...(await openEnvironment(name)), store: cachingStore });
  const loadEnvironmentView = createEnvironmentViews(changes);
  const loadErrors = createErrorViews();
  const loadMetrics = createMetricsViews();

  const tags = ['reports'];

  /** Adds a route that reads for the caller. */
  const addRead = <Name extends ReportName>(
    name: Name,
    read: (query: ParsedQuery<Name>, caller: Caller) => Promise<ReadResponses[Name]>,
  ) => {
    const schema = {
      summary: summaries[name],
      tags,
      querystring: describeRequest(queries[name]),
      response: describeResponses(readResponses[name], [400, 404]),
    };
    app.get(`/api/${name}`, { schema }, async (request) => {
      const caller = await findRequestCaller(service, request);
      return read(parseInput(queries[name], request.query), caller);
    });
  };

  /** @throws {HttpError} 404 for an unknown environment: an empty report would say that all is well. */
  const openKnown = async (name: string): Promise<Environment> => {
    const names = await listEnvironments(store);
    if (names.includes(name)) return openCached(name);
    throw new HttpError(404, `There is no environment ${name}: name one of ${names.join(', ') || 'none yet'}.`);
  };

  const loadView = async (name: string, { actor, policy }: Caller, apps: readonly string[]) => {
    try {
      return { view: await loadEnvironmentView(await openCached(name), { actor, policy, apps }) };
    } catch (error) {
      // A person repairs a damaged document, whose message names it.
      const isDamage = error instanceof CorruptDocumentError || error instanceof UnreadableReleaseError;
      const problem = isDamage ? error.message : toErrorResponse(error, `environment ${name}`).body.error;
      return { unreadable: { name, problem } };
    }
  };

  addRead('state', async (_query, caller) => {
    const [names, apps] = await Promise.all([listEnvironments(store), listPublishedApps(store)]);
    const results = await Promise.all(names.map((name) => loadView(name, caller, apps)));
    return {
      environments: results.flatMap(({ view }) => view ?? []),
      unreadable: results.flatMap(({ unreadable }) => unreadable ?? []),
      approvals: (
        await Promise.all((await approvals.list()).map((approval) => withCurrentApprovers(service, approval)))
      ).map((approval) => toApprovalView(approval, caller)),
      newestRelease: await releases.getNewestTime(),
    };
  });
  addRead('releases', (_query, { policy: { links } }) => listAllReleases(store, releases, links));
  addRead('history', async ({ env, ...query }) => loadHistory(await openCached(env), changes, query));
  addRead('state-at', async ({ env, at, visitor }) => loadStateAt(await openKnown(env), changes, at, visitor));
  addRead('change', async ({ env, seq }) => loadChange(await openKnown(env), seq));
  addRead('planned-change', async ({ env, ...selection }) => loadPlannedChange(await openCached(env), selection));
  addRead('errors', async ({ env, ...filter }) => loadErrors(await openKnown(env), filter));
  addRead('metrics', async ({ env, app: name }) => loadMetrics(await openKnown(env), name));
  addRead('incident', async ({ env, minutes }) => {
    const names = env === undefined ? await listEnvironments(store) : [env];
    const reports = await Promise.all(names.map(async (name) => readIncident(await openKnown(name), { minutes })));
    return reports.filter((report) => report !== null);
  });
  addRead('webhooks', async ({ env }) => reportWebhooks(await openKnown(env), webhooks));
  addRead('policy', async () => {
    const { version, policy } = await policies.current();
    return { version, policy, history: await policies.list() };
  });
  addRead('tokens', (_query, { principal }) => (principal.machine ? Promise.resolve([]) : tokens.list(principal.name)));
  addRead('schedules', async (_query, caller) =>
    (await schedules.list()).map((schedule) => toScheduleView(schedule, caller)),
  );

  addRead('caller', async (_query, { actor: { name, roles } }) => ({ name, roles: [...roles] }));
  addRead('objects', async ({ prefix }, { policy, actor }) => {
    assertKnown(policy, actor);
    assertReadable(prefix, assertPrefix);
    return store.list(prefix);
  });
  addRead('folders', async ({ prefix }, { policy, actor }) => {
    assertKnown(policy, actor);
    assertReadable(prefix, assertPrefix);
    return store.listFolders(prefix);
  });
  addRead('trusted-keys', async (_query, { policy, actor }) => {
    assertKnown(policy, actor);
    const { trusted } = await openEnvironment('production');
    const toPem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
    return Object.fromEntries([...trusted].map(([id, key]) => [id, toPem(key)]));
  });

  const auditLogSchema = {
    summary: 'The audit log with its signatures, one entry in each line',
    tags,
    querystring: describeRequest(queries['audit-log']),
    response: describeResponses('application/jsonl', [400, 404]),
  };
  app.get('/api/audit-log', { schema: auditLogSchema }, async (request, reply) => {
    await findRequestCaller(service, request);
    const { env } = parseInput(queries['audit-log'], request.query);
    const lines = exportAuditLog(await openKnown(env));
    return reply
      .header('content-disposition', `attachment; filename="audit-log-${env}.jsonl"`)
      .type('application/jsonl')
      .send(Readable.from(lines));
  });
  const pictureSchema = {
    summary: 'A picture of a screen',
    tags,
    response: describeResponses('image/jpeg', [404]),
  };
  app.get<{ Params: { picture: string } }>('/pictures/:picture', { schema: pictureSchema }, async (request, reply) => {
    await findRequestCaller(service, request);
    const bytes = /^[0-9a-f]{64}$/.test(request.params.picture) && (await readPicture(store, request.params.picture));
    if (!bytes) throw new HttpError(404, 'This picture is not stored.');
    // Its address is its hash.
    return reply.header('cache-control', 'private, max-age=31536000, immutable').type('image/jpeg').send(bytes);
  });
}
