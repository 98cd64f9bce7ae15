import type { Environment } from '@shop/releases/state/environment';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import Fastify, { type FastifyInstance } from 'fastify';
import { createApprovals } from './approvals/approval-requests';
import type { GatesFor } from './changes/promotions';
import { serveActions } from './routes/action-routes';
import { guardRequests } from './routes/csrf-guard';
import { createLiveUpdates } from './routes/event-stream';
import { Refusal, sendProblem } from './routes/http-errors';
import { servePage } from './routes/page-routes';
import { serveReading } from './routes/read-routes';
import { requireSession, serveSessions } from './routes/session-routes';
import { createSessions, type Door } from './session/sessions';

export interface ConsoleOptions {
  store: ReleaseStore;
  /** Opens an environment to change it, as the command line does. */
  open: (env: string) => Promise<Environment>;
  gatesFor: GatesFor;
  door: Door;
  /** Where the shop is, for links to previews. */
  shopUrl: string;
  /** What the page's build left; left out, there is no page, only the calls. */
  pageFolder?: string;
}

/** Bytes of the largest body: a promotion of many apps fits many times. */
const bodyLimit = 64 * 1024;

/**
 * The console's server. It must be reached from this machine only: whoever signs in can change what shoppers get.
 *
 * @see docs/decisions/0012-release-policy-and-console.md
 */
export async function buildConsole(options: ConsoleOptions): Promise<FastifyInstance> {
  const { store, open, gatesFor, door, shopUrl, pageFolder } = options;
  const app = Fastify({ logger: false, bodyLimit });
  const sessions = createSessions(door);
  const approvals = createApprovals();
  const updates = createLiveUpdates({ store });
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));
  app.setNotFoundHandler((_request, reply) =>
    sendProblem(reply, new Refusal(404, 'There is nothing at that address.')),
  );
  guardRequests(app);
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
  });
  serveSessions(app, sessions);
  serveReading(app, { store, open, sessions, approvals, updates });
  serveActions(app, {
    open,
    gatesFor,
    approvals,
    updates,
    shopUrl,
    sessionOf: (request) => requireSession(sessions, request),
  });
  if (pageFolder) await servePage(app, pageFolder);
  app.addHook('preClose', () => updates.close());
  return app;
}
