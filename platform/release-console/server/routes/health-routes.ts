import { createReadinessCheck } from '@shop/database/readiness-check';
import type { FastifyInstance } from 'fastify';
import type { Service } from '../service';

/**
 * Adds the health checks. `/healthz` responds while the process lives, `/readyz` while the database responds too and the service
 * does not shut down. An orchestrator asks both by the address of the instance.
 */
export function addHealthRoutes(app: FastifyInstance, { db, shutdown }: Pick<Service, 'db' | 'shutdown'>): void {
  const options = { config: { isHealthCheck: true }, schema: { hide: true } } as const;
  const assertDatabaseResponds = createReadinessCheck(db);
  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ alive: true }),
  );
  app.get('/readyz', options, async (_request, reply) => {
    const ready =
      !shutdown.isClosing &&
      (await assertDatabaseResponds().then(
        () => true,
        () => false,
      ));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ ready });
  });
}
