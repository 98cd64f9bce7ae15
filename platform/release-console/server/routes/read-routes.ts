import { readVersionHistory } from '@shop/releases/canary-analysis/version-metrics';
import { type IncidentReport, readIncident } from '@shop/releases/incident/incident-report';
import { listPublishedApps } from '@shop/releases/release/list-releases';
import type { Environment } from '@shop/releases/state/environment';
import { listEnvironments } from '@shop/releases/state/head';
import type { FastifyInstance } from 'fastify';
import { HttpError, type ParsedQuery, parseInput, queries } from '../../api/requests';
import type {
  AppReleases,
  ConsoleState,
  ErrorList,
  HistoryPage,
  VersionHistory,
  WebhookView,
} from '../../api/responses';
import { toApprovalView } from '../changes/approval-requests';
import type { Session } from '../session/sessions';
import { createCachingStore } from '../store/caching-store';
import { createEnvironmentViews } from '../views/environment-view';
import { loadHistory } from '../views/history-view';
import { listAllReleases } from '../views/release-views';
import { createErrorViews, loadWebhookViews } from '../views/report-views';
import type { RouteOptions } from './action-routes';

/** Responses to the GET requests, by path below `/api`. */
interface Responses {
  state: ConsoleState;
  releases: AppReleases[];
  history: HistoryPage;
  errors: ErrorList;
  metrics: VersionHistory[];
  webhooks: WebhookView[];
  incident: IncidentReport[];
}

/** Adds the routes that read: live state, releases, history, and the reports on an environment. */
export function addReadRoutes(app: FastifyInstance, options: RouteOptions): void {
  const { store, openEnvironment, getSession, approvals, webhooks } = options;
  const cachingStore = createCachingStore(store);
  const openCached = async (name: string) => ({ ...(await openEnvironment(name)), store: cachingStore });
  const loadEnvironmentView = createEnvironmentViews();
  const loadErrors = createErrorViews();

  /** Adds a route that reads for the person of the session. */
  const addRead = <Name extends keyof Responses>(
    name: Name,
    read: (query: ParsedQuery<Name>, session: Session) => Promise<Responses[Name]>,
  ) =>
    app.get(`/api/${name}`, async (request) => {
      const session = await getSession(request);
      return read(parseInput(queries[name], request.query), session);
    });

  /** @throws {HttpError} 404 for an unknown environment: an empty report would say that all is well. */
  const openKnown = async (name: string): Promise<Environment> => {
    const names = await listEnvironments(store);
    if (names.includes(name)) return openCached(name);
    throw new HttpError(404, `There is no environment ${name}: name one of ${names.join(', ') || 'none yet'}.`);
  };

  const loadView = async (name: string, { person, policy }: Session, apps: readonly string[]) => {
    try {
      return { view: await loadEnvironmentView(await openCached(name), { person, policy, apps }) };
    } catch (error) {
      return { unreadable: { name, problem: error instanceof Error ? error.message : String(error) } };
    }
  };

  addRead('state', async (_query, session) => {
    const [names, apps] = await Promise.all([listEnvironments(store), listPublishedApps(store)]);
    const results = await Promise.all(names.map((name) => loadView(name, session, apps)));
    return {
      environments: results.flatMap(({ view }) => view ?? []),
      unreadable: results.flatMap(({ unreadable }) => unreadable ?? []),
      approvals: approvals.list().map((approval) => toApprovalView(approval, session)),
    };
  });
  addRead('releases', () => listAllReleases(store));
  addRead('history', async ({ env, before }) => loadHistory(await openCached(env), before));
  addRead('errors', async ({ env, ...filter }) => loadErrors(await openKnown(env), filter));
  addRead('metrics', async ({ env, ...filter }) => readVersionHistory(await openKnown(env), filter));
  addRead('incident', async ({ env, minutes }) => {
    const names = env === undefined ? await listEnvironments(store) : [env];
    const reports = await Promise.all(names.map(async (name) => readIncident(await openKnown(name), { minutes })));
    return reports.filter((report) => report !== null);
  });
  addRead('webhooks', async ({ env }) => loadWebhookViews(await openKnown(env), webhooks));
}
