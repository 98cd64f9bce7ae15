import type { FastifyRequest } from 'fastify';
import { RequestRefused } from '../errors/request-refused';
import type { SessionsRepository } from './sessions.repository';

/** Finds out who calls. */
export interface SignedIn {
  /** @throws RequestRefused 401 without a token that is known and has not expired. */
  requireAccount(request: FastifyRequest): Promise<string>;
  /** The account's id, or undefined for an anonymous caller or a token that is worth nothing any more. */
  accountIfAny(request: FastifyRequest): Promise<string | undefined>;
}

/** Reads `Authorization: Bearer …`. Specification 6. */
export function signedIn(sessions: SessionsRepository): SignedIn {
  async function accountIfAny(request: FastifyRequest) {
    const token = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return token === undefined ? undefined : sessions.accountOf(token);
  }
  return {
    accountIfAny,
    async requireAccount(request) {
      const account = await accountIfAny(request);
      if (account === undefined) throw new RequestRefused(401, 'Please sign in.', { 'www-authenticate': 'Bearer' });
      return account;
    },
  };
}
