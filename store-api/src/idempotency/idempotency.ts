import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, onSendAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import type { Transaction } from 'kysely';
import { Type } from 'typebox';
import type { StoreTables } from '../database/schema';
import { HttpError } from '../errors/http-error';
import type { Claim, IdempotencyKeysRepository } from './idempotency-keys.repository';

declare module 'fastify' {
  interface FastifyRequest {
    /** Claim of a request with an Idempotency-Key header, on routes with the hooks of `Idempotency`. */
    idempotencyClaim: Claim | null;
  }
}

/** Makes a POST repeatable: a repeated request with the same Idempotency-Key returns the first response. */
export interface Idempotency {
  /** Hooks of the route. The route requires an account. */
  hooks: { preHandler: preHandlerAsyncHookHandler; onSend: onSendAsyncHookHandler };
  /**
   * Stores the response in the transaction of the request's changes, so that both are stored or neither.
   *
   * @throws {HttpError} 409 when the claim has expired. The caller's transaction is rolled back.
   */
  completeIn(
    transaction: Transaction<StoreTables>,
    request: FastifyRequest,
    status: number,
    body: unknown,
  ): Promise<void>;
}

/** Schema of the request header, for the API document. The hook validates the header. */
export const IdempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description:
        'Identifies a submission, 1 to 200 visible characters. For 24 hours, a repeated request returns the first response; with another body it is rejected with 422, and before the first response with 409.',
    }),
  ),
});

/** Adds `idempotencyClaim` to the app's requests and creates the hooks of its routes. */
export function registerIdempotency(app: FastifyInstance, keys: IdempotencyKeysRepository): Idempotency {
  app.decorateRequest('idempotencyClaim', null);
  return {
    hooks: {
      async preHandler(request, reply) {
        const key = request.headers['idempotency-key'];
        if (key === undefined) return;
        if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
          throw new HttpError(400, 'The Idempotency-Key must have 1 to 200 visible characters.');
        }
        const name = { accountId: request.accountId, call: request.routeOptions.url ?? '', key };
        const result = await keys.claim(name, hash(JSON.stringify(request.body)));
        switch (result.kind) {
          case 'claimed':
            request.idempotencyClaim = result.claim;
            return;
          case 'stored':
            void reply.code(result.response.status).header('idempotency-replayed', 'true');
            return reply.type('application/json; charset=utf-8').send(result.response.body);
          case 'pending':
            throw new HttpError(409, 'The same request is still being processed. Please try again.', {
              'retry-after': '1',
            });
          case 'different':
            throw new HttpError(422, 'The Idempotency-Key belongs to a request with another body.');
        }
      },
      async onSend(request, reply, payload) {
        const claim = request.idempotencyClaim;
        if (!claim) return payload;
        const stored =
          isFinal(reply.statusCode) && typeof payload === 'string'
            ? keys.complete(claim, { status: reply.statusCode, body: payload })
            : keys.release(claim);
        // The response is right without it. A claim that stays expires.
        await stored.catch((error: unknown) => request.log.error({ err: error }, 'an idempotency key was not updated'));
        return payload;
      },
    },
    async completeIn(transaction, { idempotencyClaim: claim }, status, body) {
      if (!claim || (await keys.complete(claim, { status, body: JSON.stringify(body) }, transaction))) return;
      throw new HttpError(409, 'The same request is being processed again. Please try again.', { 'retry-after': '1' });
    },
  };
}

/** Tells whether a repeated request would have the same outcome. A limit or a conflict ends, and a server error may end. */
function isFinal(status: number): boolean {
  return status < 500 && status !== 409 && status !== 429;
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
