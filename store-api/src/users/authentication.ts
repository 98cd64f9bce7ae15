import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { HttpError } from '../errors/http-error';
import type { SessionsRepository } from './sessions.repository';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token came with the request; empty on routes that do not ask for one. */
    accountId: string;
  }
}

/** Finds out who calls, from `Authorization: Bearer …`. Specification 6. */
export interface Authentication {
  /** A hook that sets `request.accountId`, or refuses with 401 before the body is read. */
  required: onRequestAsyncHookHandler;
  /** The account's id, or undefined for an anonymous caller or a token that is worth nothing any more. */
  findAccountId(request: FastifyRequest): Promise<string | undefined>;
}

export function registerAuthentication(app: FastifyInstance, sessions: SessionsRepository): Authentication {
  app.decorateRequest('accountId', '');

  async function findAccountId(request: FastifyRequest) {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return token === undefined ? undefined : sessions.findAccountId(token);
  }
  return {
    findAccountId,
    async required(request) {
      const account = await findAccountId(request);
      if (account === undefined) throw new HttpError(401, 'Please sign in.', { 'www-authenticate': 'Bearer' });
      request.accountId = account;
    },
  };
}
