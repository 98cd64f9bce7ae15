import { createHash, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { describeFileError } from '@shop/file-lock/errno';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { Type } from 'typebox';
import type { StoreDatabase } from '../database/database';
import { HttpError } from '../errors/http-error';
import type { OrdersRepository } from '../orders/orders.repository';
import type { PaymentsRepository } from '../payments/payments.repository';
import { listRefunds, type OperatorResult, recordRefund, runCatalogImport, runOrderCommand } from './operator-commands';

export interface OperatorRoutesOptions {
  db: StoreDatabase;
  orders: OrdersRepository;
  payments: PaymentsRepository;
  secret: string;
  /** Dumps the database. Absent for PostgreSQL, which has its own program. */
  dump?: (() => Promise<Uint8Array>) | undefined;
}

/** A line of the response of an import: the products that were read so far, then the result. */
export type ImportLine = { products: number } | OperatorResult;

const importFailed = 'The import failed, and the server log says why. Import the file again to complete it.';

/**
 * Routes for the commands of the shop's operator. PGlite allows one process, so a command cannot open the database while
 * the server runs. The routes respond only to requests from a loopback address with the operator credentials.
 */
export const operatorRoutes: FastifyPluginAsyncTypebox<OperatorRoutesOptions> = async (
  app,
  { db, orders, payments, secret, dump },
) => {
  app.addHook('onRequest', async (request) => {
    // The response to other callers does not reveal that the route exists.
    if (!isOperator(request, secret)) throw new HttpError(404, 'There is nothing at this address.');
  });
  // The route reads the export itself, so that a large one is never in memory.
  app.addContentTypeParser('text/csv', (_request, body, done) => done(null, body));

  app.post(
    '/operator/orders/:id',
    {
      schema: {
        hide: true,
        params: Type.Object({ id: Type.String() }),
        body: Type.Object({ status: Type.Optional(Type.String()), reference: Type.Optional(Type.String()) }),
      },
    },
    ({ params: { id }, body: { status, reference } }) => runOrderCommand({ orders, payments }, id, status, reference),
  );

  app.post(
    '/operator/refunds',
    { schema: { hide: true, body: Type.Object({ reference: Type.Optional(Type.String()) }) } },
    ({ body: { reference } }) => (reference === undefined ? listRefunds(payments) : recordRefund(payments, reference)),
  );

  app.post(
    '/operator/catalog-import',
    {
      bodyLimit: Number.MAX_SAFE_INTEGER,
      schema: {
        hide: true,
        querystring: Type.Object({
          currency: Type.Optional(Type.String()),
          rate: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
        }),
      },
    },
    async (request, reply) => {
      const { folder, file } = await storeExport(request.body as Readable);
      const lines = new PassThrough();
      const write = (line: ImportLine) => void lines.write(`${JSON.stringify(line)}\n`);
      const onProgress = (products: number) => write({ products });
      runCatalogImport(db, () => createReadStream(file), { ...request.query, onProgress })
        .then(write, (error: unknown) => {
          request.log.error({ err: error }, 'the import failed');
          write({ ok: false, message: importFailed });
        })
        .finally(async () => {
          lines.end();
          await rm(folder, { recursive: true });
        })
        .catch((error: unknown) => request.log.error({ err: error }, 'the uploaded export cannot be removed'));
      return reply.type('application/x-ndjson').send(lines);
    },
  );

  if (dump) {
    app.post('/operator/backup', { schema: { hide: true } }, async (_request, reply) =>
      reply.type('application/gzip').send(Buffer.from(await dump())),
    );
  }
};

/** Stores an export in a folder of its own. @throws {HttpError} When the disk does not take it. */
async function storeExport(body: Readable): Promise<{ folder: string; file: string }> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(path.join(tmpdir(), 'catalog-import-'));
    const file = path.join(folder, 'export.csv');
    // A destroyed body would end the connection, without a response.
    await writeFile(file, body.iterator({ destroyOnReturn: false }));
    return { folder, file };
  } catch (error) {
    if (folder !== undefined) await rm(folder, { recursive: true });
    const reason = describeFileError(error);
    if (reason !== null) throw new HttpError(507, `The server cannot store the export: ${reason}.`);
    throw error;
  }
}

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
