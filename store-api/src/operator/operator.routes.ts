import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { runCatalogImport } from '../catalog-import/run-catalog-import';
import type { StoreDatabase } from '../database/database';
import { HttpError } from '../errors/http-error';
import { changeOrderStatus } from '../orders/change-order-status';
import type { OrdersRepository } from '../orders/orders.repository';

export interface OperatorRoutesOptions {
  db: StoreDatabase;
  orders: OrdersRepository;
  secret: string;
}

/** Bytes of an export that can be sent: some fifty thousand products. */
const largestExport = 64 * 1024 * 1024;

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * What the commands of the shop's operator ask of a running server: PGlite lets one process in, so a command cannot
 * open the database beside it. Answers on the loopback address only, to callers who can read the operator's note.
 */
export const operatorRoutes: FastifyPluginAsyncTypebox<OperatorRoutesOptions> = async (app, { db, orders, secret }) => {
  app.addHook('onRequest', async (request) => {
    // To anyone else there is nothing here.
    if (!isOperator(request, secret)) throw new HttpError(404, 'There is nothing at this address.');
  });
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.post(
    '/operator/orders/:id',
    {
      schema: {
        hide: true,
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({ status: Type.String({ maxLength: 40 }) }),
      },
    },
    (request) => changeOrderStatus(orders, request.params.id, request.body.status),
  );

  app.post(
    '/operator/catalog-import',
    { bodyLimit: largestExport, schema: { hide: true, body: Type.String() } },
    (request) => runCatalogImport(db, request.body),
  );
};

function isOperator(request: FastifyRequest, secret: string): boolean {
  // A browser names its origin and a proxy the caller's address: neither is a command on this machine.
  if (request.headers.origin !== undefined || request.headers['x-forwarded-for'] !== undefined) return false;
  if (!loopback.test(request.socket.remoteAddress ?? '')) return false;
  const given = request.headers.authorization ?? '';
  return timingSafeEqual(digest(given), digest(`Operator ${secret}`));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
