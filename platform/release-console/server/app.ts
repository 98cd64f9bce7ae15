import { HttpError } from '@shop/releases/service-api/requests';
import { endConnectionsWhileClosing } from '@shop/server-runtime/graceful-shutdown';
import { createRejection } from '@shop/server-runtime/observe-requests';
import Fastify, { type FastifyInstance } from 'fastify';
import { addActionRoutes } from './routes/action-routes';
import { registerApiDocument } from './routes/api-document';
import { addHealthRoutes } from './routes/health-routes';
import { sendError } from './routes/http-errors';
import { addObjectRoutes } from './routes/object-routes';
import { addPageRoutes } from './routes/page-routes';
import { addReadRoutes } from './routes/read-routes';
import { addRequestGuard, commonHeaders } from './routes/request-guard';
import { addSignInRoutes } from './routes/sign-in-routes';
import { addTokenExchange } from './routes/token-exchange';
import type { Service } from './service';

/** Bytes of the largest request body. A promotion of 32 apps is far smaller, a policy of a hundred people too. */
const bodyLimit = 256 * 1024;

/**
 * Creates the server of the release service: the console's page and the API.
 *
 * @param pageFolder  Absolute folder of the built page. Default: no page, only the API.
 */
export async function createServiceApp(service: Service, pageFolder?: string): Promise<FastifyInstance> {
  const { trustedProxies = [] } = service;
  const app = Fastify({
    logger: false,
    bodyLimit,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    frameworkErrors: createRejection({
      getHeaders: () => commonHeaders,
      send: (error, _request, reply) => sendError(reply, error),
    }),
  });
  app.setErrorHandler((error, _request, reply) => sendError(reply, error));
  app.setNotFoundHandler((_request, reply) => sendError(reply, new HttpError(404, 'This address does not exist.')));
  addRequestGuard(app, service.publicUrl);
  endConnectionsWhileClosing(app, service.shutdown);
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store');
  });
  await registerApiDocument(app, service.publicUrl);
  addHealthRoutes(app, service);
  await addSignInRoutes(app, service);
  await addTokenExchange(app, service);
  addReadRoutes(app, service);
  addActionRoutes(app, service);
  await addObjectRoutes(app, service);
  if (pageFolder) await addPageRoutes(app, pageFolder);
  return app;
}
