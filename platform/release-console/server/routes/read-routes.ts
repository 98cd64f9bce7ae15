import { listPublishedApps } from '@shop/releases/release/list-releases';
import type { Environment } from '@shop/releases/state/environment';
import { listEnvironments } from '@shop/releases/state/head';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DiffQuery, HistoryQuery } from '../../api/requests';
import type { AppReleases, ConsoleState, HistoryPage, UnreadableEnvironment } from '../../api/responses';
import type { ApprovalRequests } from '../approvals/approval-requests';
import type { Session, Sessions } from '../session/sessions';
import { createCachingStore } from '../store/caching-store';
import { toApprovalView } from '../views/approval-view';
import { createEnvironmentViews } from '../views/environment-view';
import { loadDifference, loadHistory } from '../views/history-view';
import { listAllReleases } from '../views/release-list';
import type { EventStream } from './event-stream';
import { parseInput } from './http-errors';
import { getSession } from './session-routes';

export interface ReadOptions {
  store: ReleaseStore;
  openEnvironment: (name: string) => Promise<Environment>;
  sessions: Sessions;
  approvals: ApprovalRequests;
  events: EventStream;
}

/** Adds the routes that read: live state, published releases, history and the event stream. */
export function addReadRoutes(app: FastifyInstance, options: ReadOptions): void {
  const { store, openEnvironment, sessions, approvals, events } = options;
  const cachingStore = createCachingStore(store);
  const getRequestSession = (request: FastifyRequest) => getSession(sessions, request);
  const openCached = async (name: string) => ({ ...(await openEnvironment(name)), store: cachingStore });
  const loadEnvironmentView = createEnvironmentViews();

  const loadView = async (name: string, { person, policy }: Session, apps: readonly string[]) => {
    try {
      return { view: await loadEnvironmentView(await openCached(name), { person, policy, apps }) };
    } catch (error) {
      const unreadable: UnreadableEnvironment = {
        name,
        problem: error instanceof Error ? error.message : String(error),
      };
      return { unreadable };
    }
  };

  app.get('/api/state', async (request): Promise<ConsoleState> => {
    const session = await getRequestSession(request);
    const [names, apps] = await Promise.all([listEnvironments(store), listPublishedApps(store)]);
    const results = await Promise.all(names.map((name) => loadView(name, session, apps)));
    return {
      environments: results.flatMap(({ view }) => view ?? []),
      unreadable: results.flatMap(({ unreadable }) => unreadable ?? []),
      approvals: approvals.list().map((approval) => toApprovalView(approval, session)),
    };
  });

  app.get('/api/releases', async (request): Promise<AppReleases[]> => {
    await getRequestSession(request);
    return listAllReleases(store);
  });

  app.get('/api/history', async (request): Promise<HistoryPage> => {
    await getRequestSession(request);
    const { env, before } = parseInput(HistoryQuery, request.query);
    return loadHistory(await openCached(env), before);
  });

  app.get('/api/diff', async (request) => {
    await getRequestSession(request);
    const { env, from, to } = parseInput(DiffQuery, request.query);
    return loadDifference(await openCached(env), from, to);
  });

  app.get('/api/events', async (request, reply) => {
    await getRequestSession(request);
    events.connect(request, reply, async () => (await getRequestSession(request).catch(() => null)) !== null);
  });
}
