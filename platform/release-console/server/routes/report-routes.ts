import { readVersionHistory } from '@shop/releases/canary-analysis/version-metrics';
import type { Environment } from '@shop/releases/state/environment';
import { listEnvironments } from '@shop/releases/state/head';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import type { FastifyInstance } from 'fastify';
import { ErrorsQuery, FiguresQuery, WebhooksQuery } from '../../api/requests';
import type { ErrorList, VersionHistory, WebhookView } from '../../api/responses';
import type { Sessions } from '../session/sessions';
import { createCachingStore } from '../store/caching-store';
import { createErrorViews } from '../views/error-view';
import { loadWebhookViews } from '../views/webhook-view';
import { HttpError, parseInput } from './http-errors';
import { getSession } from './session-routes';

export interface ReportOptions {
  store: ReleaseStore;
  openEnvironment: (name: string) => Promise<Environment>;
  sessions: Sessions;
  webhooks: readonly Webhook[];
}

/** Adds the routes that report on an environment: errors of pages, figures by day, and deliveries to webhooks. */
export function addReportRoutes(app: FastifyInstance, { store, openEnvironment, sessions, webhooks }: ReportOptions) {
  const cachingStore = createCachingStore(store);
  const loadErrors = createErrorViews();

  /** @throws {HttpError} 404 for an unknown environment: an empty report would say that all is well. */
  const openKnown = async (name: string): Promise<Environment> => {
    const names = await listEnvironments(store);
    if (names.includes(name)) return { ...(await openEnvironment(name)), store: cachingStore };
    throw new HttpError(404, `There is no environment ${name}: name one of ${names.join(', ') || 'none yet'}.`);
  };

  app.get('/api/errors', async (request): Promise<ErrorList> => {
    await getSession(sessions, request);
    const { env, ...filter } = parseInput(ErrorsQuery, request.query);
    return loadErrors(await openKnown(env), filter);
  });

  app.get('/api/figures', async (request): Promise<VersionHistory[]> => {
    await getSession(sessions, request);
    const { env, ...filter } = parseInput(FiguresQuery, request.query);
    return readVersionHistory(await openKnown(env), filter);
  });

  app.get('/api/webhooks', async (request): Promise<WebhookView[]> => {
    await getSession(sessions, request);
    const { env } = parseInput(WebhooksQuery, request.query);
    return loadWebhookViews(await openKnown(env), webhooks);
  });
}
