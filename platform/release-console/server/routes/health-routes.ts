import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Service } from '../service';

/** Milliseconds that the database has for the query of `/readyz`. */
const readinessTimeoutMs = 3000;

/**
 * Adds the health checks. `/healthz` responds while the process lives, `/readyz` while the database responds too. An orchestrator
 * asks both by the address of the instance.
 */
export function addHealthRoutes(app: FastifyInstance, { db }: Pick<Service, 'db'>): void {
  const options = { config: { isHealthCheck: true }, schema: { hide: true } } as const;
  // All checks share one query, so that a database that hangs keeps one connection.
  let query: Promise<unknown> | undefined;
  const isDatabaseReady = async () => {
    query ??= sql`select 1`.execute(db).finally(() => {
      query = undefined;
    });
    const responds = query.then(
      () => true,
      () => false,
    );
    return Promise.race([responds, sleep(readinessTimeoutMs, false, { ref: false })]);
  };
  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ alive: true }),
  );
  app.get('/readyz', options, async (_request, reply) => {
    const ready = await isDatabaseReady();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready });
  });
}
