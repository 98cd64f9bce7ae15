import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { HttpError } from '../errors/http-error';
import type { SessionsRepository } from './sessions.repository';

declare module 'fastify' {
  interface FastifyRequest {
    /** Account of the request's token. It is empty on routes without `requireAccount`. */
    accountId: string;
    /** Session of the request's token. It is empty on routes without `requireAccount`. */
    sessionId: string;
  }
}

/** Authenticates callers by `Authorization: Bearer …`. Specification 6. */
export interface Authentication {
  /** Hook that sets `request.accountId`, or rejects the request with 401 before the body is read. */
  requireAccount: onRequestAsyncHookHandler;
  /** Finds the caller's account id. It is undefined without a token, or with an invalid or expired token. */
  findAccountId(request: FastifyRequest): Promise<string | undefined>;
}

/** Adds `accountId` to the app's requests and creates the authentication of its routes. */
export function registerAuthentication(app: FastifyInstance, sessions: SessionsRepository): Authentication {
  app.decorateRequest('accountId', '');
  app.decorateRequest('sessionId', '');

  async function findSession(request: FastifyRequest) {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return token === undefined ? undefined : sessions.findByToken(token);
  }
  return {
    findAccountId: async (request) => (await findSession(request))?.accountId,
    async requireAccount(request) {
      const session = await findSession(request);
      if (!session) throw new HttpError(401, 'Please sign in.', { 'www-authenticate': 'Bearer' });
      request.accountId = session.accountId;
      request.sessionId = session.id;
    },
  };
}
