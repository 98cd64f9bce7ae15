import type { ShutdownState } from '@shop/server-runtime/graceful-shutdown';
import type { FastifyInstance } from 'fastify';
import type { LiveComposition } from '../composition/load-composition';

export interface HealthOptions {
  current: () => LiveComposition | null | Promise<LiveComposition>;
  /** Returns the number of the newest change that is served completely; null while there is none. */
  change: () => number | null;
  shutdown: Pick<ShutdownState, 'isClosing'>;
}

/**
 * Adds the health checks. `/healthz` responds while the process lives: who restarts a gateway asks it. `/readyz` says whether
 * visitors may be sent to it: a composition is loaded, and the gateway does not shut down. A release manager waits for the change
 * that `/readyz` names.
 */
export function registerHealthRoutes(app: FastifyInstance, { current, change, shutdown }: HealthOptions): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ alive: true }));

  app.get('/readyz', async (_request, reply) => {
    const live = await current();
    const ready = live !== null && !shutdown.isClosing;
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        ready,
        environment: live?.composition.env ?? null,
        composition: live?.composition.seq ?? null,
        change: change(),
      });
  });
}
