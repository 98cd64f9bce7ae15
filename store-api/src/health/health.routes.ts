import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { sql } from 'kysely';
import { Type } from 'typebox';
import type { StoreDatabase } from '../database/database';
import { HttpError } from '../errors/http-error';

const Health = Type.Object({ status: Type.Literal('ready') }, { $id: 'Health' });

/** Health check. Each request runs a query, so that `ready` means that the database responds. */
export const healthRoutes: FastifyPluginAsyncTypebox<{ db: StoreDatabase }> = async (app, { db }) => {
  app.get(
    '/healthz',
    { schema: { tags: ['store'], summary: 'Health check', response: { 200: Health, 503: ErrorJson } } },
    async (request) => {
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
