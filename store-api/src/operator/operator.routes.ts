import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Type } from 'typebox';
import type { StoreDatabase } from '../database/database';
import { HttpError } from '../errors/http-error';
import type { OrdersRepository } from '../orders/orders.repository';
import { changeOrderStatus, runCatalogImport, showOrder } from './operator-commands';

export interface OperatorRoutesOptions {
  db: StoreDatabase;
  orders: OrdersRepository;
  secret: string;
  /** Dumps the database. Absent for PostgreSQL, which has its own program. */
  dump?: (() => Promise<Uint8Array>) | undefined;
}

/** Maximum size of an export in bytes, about fifty thousand products. */
const maxExportBytes = 64 * 1024 * 1024;

/**
 * Routes for the commands of the shop's operator. PGlite allows one process, so a command cannot open the database while
 * the server runs. The routes respond only to requests from a loopback address with the operator credentials.
 */
export const operatorRoutes: FastifyPluginAsyncTypebox<OperatorRoutesOptions> = async (
  app,
  { db, orders, secret, dump },
) => {
  app.addHook('onRequest', async (request) => {
    // The response to other callers does not reveal that the route exists.
    if (!isOperator(request, secret)) throw new HttpError(404, 'There is nothing at this address.');
  });
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  app.post(
    '/operator/orders/:id',
    {
      schema: {
        hide: true,
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({ status: Type.Optional(Type.String({ maxLength: 40 })) }),
      },
    },
    ({ params: { id }, body: { status } }) =>
      status === undefined ? showOrder(orders, id) : changeOrderStatus(orders, id, status),
  );

  app.post(
    '/operator/catalog-import',
    {
      bodyLimit: maxExportBytes,
      schema: {
        hide: true,
        querystring: Type.Object({
          currency: Type.Optional(Type.String({ maxLength: 20 })),
          rate: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
        }),
        body: Type.String(),
      },
    },
    (request) => runCatalogImport(db, request.body, request.query),
  );

  if (dump) {
    app.post('/operator/backup', { schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/gzip').send(Buffer.from(await dump())),
    );
  }
};

function isOperator(request: FastifyRequest, secret: string): boolean {
  // Browsers send Origin and proxies send X-Forwarded-For. A command on this machine sends neither.
  if (request.headers.origin !== undefined || request.headers['x-forwarded-for'] !== undefined) return false;
  if (!isLoopback(request.socket.remoteAddress)) return false;
  const actual = request.headers.authorization ?? '';
  return timingSafeEqual(digest(actual), digest(`Operator ${secret}`));
}

/** Tells whether a socket address is a loopback address, also in IPv6 notation. */
function isLoopback(address = ''): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
