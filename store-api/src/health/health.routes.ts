import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { StoreDatabase } from '../database/database';
import { HttpError } from '../errors/http-error';

const Health = Type.Object({ status: Type.Literal('ready') }, { $id: 'Health' });

export interface HealthRoutesOptions {
  db: StoreDatabase;
  /** Tells whether the server shuts down. A load balancer sends it no more requests then. */
  isClosing: () => boolean;
}

/** Health check. Each request runs a query, so that `ready` means that the database responds. */
export const healthRoutes: FastifyPluginAsyncTypebox<HealthRoutesOptions> = async (app, { db, isClosing }) => {
  app.get(
    '/healthz',
    { schema: { tags: ['store'], summary: 'Health check', response: { 200: Health, 503: ErrorJson } } },
    async (request) => {
      if (isClosing()) throw new HttpError(503, 'The server is shutting down.');
      try {
        await sql`select 1`.execute(db);
        return { status: 'ready' as const };
      } catch (error) {
        request.log.error({ err: error }, 'the database does not respond');
        throw new HttpError(503, 'The database does not respond.');
      }
    },
  );
};
