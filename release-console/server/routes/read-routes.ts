import { listPublishedApps } from '@shop/releases/release/list-releases';
import type { Environment } from '@shop/releases/state/environment';
import { listEnvironments } from '@shop/releases/state/list-environments';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DiffQuery, HistoryQuery } from '../../api/requests';
import type { AppReleases, BrokenEnvironment, ConsoleState, EnvironmentView, HistoryPage } from '../../api/responses';
import type { Approvals } from '../approvals/approval-requests';
import type { Session, Sessions } from '../session/sessions';
import { rememberDocuments } from '../store/caching-store';
import { toApprovalView } from '../views/approval-view';
import { createEnvironmentViews } from '../views/environment-view';
import { readDifference, readHistory } from '../views/history-view';
import { listAllReleases } from '../views/release-list';
import type { LiveUpdates } from './event-stream';
import { readInput } from './http-errors';
import { requireSession } from './session-routes';

export interface ReadOptions {
  store: ReleaseStore;
  open: (env: string) => Promise<Environment>;
  sessions: Sessions;
  approvals: Approvals;
  updates: LiveUpdates;
}

/** What is live where, what could be, and what was. */
export function serveReading(app: FastifyInstance, { store, open, sessions, approvals, updates }: ReadOptions): void {
  const remembering = rememberDocuments(store);
  const sessionOf = (request: FastifyRequest) => requireSession(sessions, request);
  const openToRead = async (env: string) => ({ ...(await open(env)), store: remembering });
  const viewEnvironment = createEnvironmentViews();

  const view = async (env: string, { person, policy }: Session, apps: readonly string[]) => {
    try {
      return await viewEnvironment(await openToRead(env), { person, policy, apps });
    } catch (error) {
      return { name: env, problem: error instanceof Error ? error.message : String(error) };
    }
  };

  app.get('/api/state', async (request): Promise<ConsoleState> => {
    const session = await sessionOf(request);
    const [names, apps] = await Promise.all([listEnvironments(store), listPublishedApps(store)]);
    const views = await Promise.all(names.map((env) => view(env, session, apps)));
    return {
      environments: views.filter((one): one is EnvironmentView => one !== null && !('problem' in one)),
      broken: views.filter((one): one is BrokenEnvironment => one !== null && 'problem' in one),
      approvals: approvals.list().map((waiting) => toApprovalView(waiting, session)),
    };
  });

  app.get('/api/releases', async (request): Promise<AppReleases[]> => {
    await sessionOf(request);
    return listAllReleases(store);
  });

  app.get('/api/history', async (request): Promise<HistoryPage> => {
    await sessionOf(request);
    const { env, before } = readInput(HistoryQuery, request.query);
    return readHistory(await openToRead(env), before);
  });

  app.get('/api/diff', async (request) => {
    await sessionOf(request);
    const { env, from, to } = readInput(DiffQuery, request.query);
    return readDifference(await openToRead(env), from, to);
  });

  app.get('/api/events', async (request, reply) => {
    await sessionOf(request);
    updates.connect(request, reply, async () => (await sessionOf(request).catch(() => null)) !== null);
  });
}
