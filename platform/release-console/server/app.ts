import Fastify, { type FastifyInstance } from 'fastify';
import { HttpError } from '../api/requests';
import { createApprovalRequests } from './changes/approval-requests';
import { addActionRoutes, type RouteOptions } from './routes/action-routes';
import { addCsrfGuard } from './routes/csrf-guard';
import { sendError } from './routes/http-errors';
import { addPageRoutes } from './routes/page-routes';
import { addReadRoutes } from './routes/read-routes';
import { addSessionRoutes, createSessionLookup } from './routes/session-routes';
import type { AuthConfig } from './session/auth-config';
import { createSessions } from './session/sessions';

export interface ConsoleOptions extends Omit<RouteOptions, 'getSession' | 'approvals'> {
  auth: AuthConfig;
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
export async function createConsole({ auth, pageFolder, ...options }: ConsoleOptions): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, bodyLimit });
  const sessions = createSessions(auth);
  app.setErrorHandler((error, _request, reply) => sendError(reply, error));
  app.setNotFoundHandler((_request, reply) => sendError(reply, new HttpError(404, 'This address does not exist.')));
  addCsrfGuard(app);
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
  });
  addSessionRoutes(app, sessions);
  const approvals = createApprovalRequests();
  const routes = { ...options, getSession: createSessionLookup(sessions), approvals };
  addReadRoutes(app, routes);
  addActionRoutes(app, routes);
  if (pageFolder) await addPageRoutes(app, pageFolder);
  return app;
}
