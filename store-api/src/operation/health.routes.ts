import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { createReadinessCheck } from '@shop/database/readiness-check';
import type { ShutdownState } from '@shop/server-runtime/graceful-shutdown';
import { Type } from 'typebox';
import type { StoreDatabase } from '../database/database';
import { HttpError } from '../errors/http-error';
import { forbidCaching } from '../http/cache-headers';

const Liveness = Type.Object({ status: Type.Literal('alive') }, { $id: 'Liveness' });
const Readiness = Type.Object({ status: Type.Literal('ready') }, { $id: 'Readiness' });

export interface HealthRoutesOptions {
  db: StoreDatabase;
  /** Tells whether the server shuts down. A load balancer sends it no more requests then. */
  shutdown: Pick<ShutdownState, 'isClosing'>;
}

/**
 * Health checks. `/healthz` responds while the process lives, so that no orchestrator restarts the server because its database is down.
 * `/readyz` runs a query: `ready` means that the database responds in time and the server does not shut down. A database
 * whose disk is full is ready: it still serves the catalogue.
 */
export const healthRoutes: FastifyPluginAsyncTypebox<HealthRoutesOptions> = async (app, { db, shutdown }) => {
  app.addHook('onRequest', forbidCaching);
  const assertDatabaseResponds = createReadinessCheck(db);

  app.get(
    '/healthz',
    { schema: { tags: ['store'], summary: 'Whether the process lives', response: { 200: Liveness } } },
    async () => ({ status: 'alive' as const }),
  );

  app.get(
    '/readyz',
    {
      schema: {
        tags: ['store'],
        summary: 'Whether the server can take requests',
        response: { 200: Readiness, 503: ErrorJson },
      },
    },
    async (request) => {
      if (shutdown.isClosing) throw new HttpError(503, 'The server is shutting down.');
      try {
        await assertDatabaseResponds();
        return { status: 'ready' as const };
      } catch (error) {
        request.log.error({ err: error }, 'the database does not respond');
        throw new HttpError(503, 'The database does not respond.');
      }
    },
  );
};
