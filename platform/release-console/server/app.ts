import type { Environment } from '@shop/releases/state/environment';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { Webhook } from '@shop/releases/webhooks/webhook-settings';
import Fastify, { type FastifyInstance } from 'fastify';
import { createApprovalRequests } from './approvals/approval-requests';
import type { CreateGates } from './changes/promotions';
import { addActionRoutes } from './routes/action-routes';
import { addCsrfGuard } from './routes/csrf-guard';
import { createEventStream } from './routes/event-stream';
import { HttpError, sendError } from './routes/http-errors';
import { addPageRoutes } from './routes/page-routes';
import { addReadRoutes } from './routes/read-routes';
import { addReportRoutes } from './routes/report-routes';
import { addSessionRoutes, getSession } from './routes/session-routes';
import type { AuthConfig } from './session/auth-config';
import { createSessions } from './session/sessions';

export interface ConsoleOptions {
  store: ReleaseStore;
  /** Opens an environment with its signer. */
  openEnvironment: (name: string) => Promise<Environment>;
  createGates: CreateGates;
  auth: AuthConfig;
  /** Receivers of changes, for the report of their deliveries. Default: none. */
  webhooks?: readonly Webhook[];
  /** Address of the shop, for preview links. */
  shopUrl: string;
  /** Absolute folder of the built page. Default: no page, only the API. */
  pageFolder?: string;
}

/** Bytes of the largest request body. A promotion of 32 apps is far smaller. */
const bodyLimit = 64 * 1024;

/**
 * Creates the server of the console. It must listen on this machine only: a person who signs in can change the live shop.
 *
 * @see docs/decisions/0012-release-policy-and-console.md
 */
export async function createConsole(options: ConsoleOptions): Promise<FastifyInstance> {
  const { store, openEnvironment, createGates, auth, webhooks = [], shopUrl, pageFolder } = options;
  const app = Fastify({ logger: false, bodyLimit });
  const sessions = createSessions(auth);
  const approvals = createApprovalRequests();
  const events = createEventStream({ store });
  app.setErrorHandler((error, _request, reply) => sendError(reply, error));
  app.setNotFoundHandler((_request, reply) => sendError(reply, new HttpError(404, 'This address does not exist.')));
  addCsrfGuard(app);
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
  });
  addSessionRoutes(app, sessions);
  addReadRoutes(app, { store, openEnvironment, sessions, approvals, events });
  addReportRoutes(app, { store, openEnvironment, sessions, webhooks });
  addActionRoutes(app, {
    openEnvironment,
    createGates,
    approvals,
    events,
    shopUrl,
    getSession: (request) => getSession(sessions, request),
  });
  if (pageFolder) await addPageRoutes(app, pageFolder);
  app.addHook('preClose', () => events.close());
  return app;
}
