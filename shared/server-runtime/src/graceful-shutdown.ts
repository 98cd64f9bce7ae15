import { setTimeout as sleep } from 'node:timers/promises';
import { integerSetting } from '@shop/server-settings/read-settings';
import type { FastifyInstance } from 'fastify';

/** `DRAIN_SECONDS`: 0 on a developer's machine, at least two intervals of the load balancer's check of `/readyz` elsewhere. */
export const drainSecondsSetting = integerSetting({ min: 0, max: 300, fallback: 0 });

/** Whether a server shuts down. */
export interface ShutdownState {
  readonly isClosing: boolean;
  /**
   * Makes `/readyz` respond with 503 and resolves after the drain: until then the server answers as before, and each answer
   * ends its connection, so that clients open the next one elsewhere.
   */
  drain(seconds: number): Promise<void>;
}

export function createShutdownState(): ShutdownState {
  let isClosing = false;
  return {
    get isClosing() {
      return isClosing;
    },
    drain: async (seconds) => {
      isClosing = true;
      await sleep(seconds * 1000);
    },
  };
}

/**
 * Ends the connection of each response that is sent while the server shuts down. A connection that is closed while it is idle
 * may be reset under the next request; one that ends with a response is not. RFC 9112, section 9.6.
 */
export function endConnectionsWhileClosing(app: FastifyInstance, state: Pick<ShutdownState, 'isClosing'>): void {
  app.addHook('onSend', async (_request, reply) => {
    if (state.isClosing) void reply.header('connection', 'close');
  });
}
