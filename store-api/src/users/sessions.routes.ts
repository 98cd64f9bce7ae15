import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { ErrorJson } from '@shop/api-contract/schemas/error';
import { Type } from 'typebox';
import { HttpError } from '../errors/http-error';
import { forbidCaching } from '../http/cache-headers';
import type { Authentication } from './authentication';
import type { SessionsRepository } from './sessions.repository';

export interface SessionRoutesOptions {
  sessions: SessionsRepository;
  authentication: Authentication;
}

const SessionJson = Type.Object({
  id: Type.String(),
  /** ISO 8601. */
  createdAt: Type.String(),
  /** ISO 8601. */
  expiresAt: Type.String(),
  /** True for the session of the request. */
  current: Type.Boolean(),
});

const security = [{ token: [] }];

/** Sign-out and the list of an account's sessions. These calls add to the specification. */
export const sessionRoutes: FastifyPluginAsyncTypebox<SessionRoutesOptions> = async (app, options) => {
  const { sessions, authentication } = options;
  app.addHook('onRequest', forbidCaching);
  app.addHook('onRequest', authentication.requireAccount);

  app.post(
    '/users/logout',
    {
      schema: {
        tags: ['users'],
        summary: 'Sign out',
        description: 'Ends the session of the request: its token is rejected from then on.',
        security,
        response: { 204: Type.Null(), 401: ErrorJson },
      },
    },
    async ({ accountId, sessionId }, reply) => {
      await sessions.end(accountId, sessionId);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/users/sessions',
    {
      schema: {
        tags: ['users'],
        summary: 'The sessions of the account, newest first',
        security,
        response: { 200: Type.Array(SessionJson), 401: ErrorJson },
      },
    },
    async ({ accountId, sessionId }) =>
      (await sessions.listByAccount(accountId)).map(({ id, createdAt, expiresAt }) => ({
        id,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        current: id === sessionId,
      })),
  );

  app.delete(
    '/users/sessions/:id',
    {
      schema: {
        tags: ['users'],
        summary: 'End a session of the account',
        security,
        params: Type.Object({ id: Type.String() }),
        response: { 204: Type.Null(), 401: ErrorJson, 404: ErrorJson },
      },
    },
    async ({ accountId, params }, reply) => {
      if (!(await sessions.end(accountId, params.id))) throw new HttpError(404, 'There is no session with this id.');
      return reply.code(204).send(null);
    },
  );
};
