import { Agent, request } from 'node:http';
import { createNginxFolder, hasNginx, startNginx } from '@shop/deploy/testing/nginx';
import { findFreePort } from '@shop/releases/testing/free-port';
import { waitUntil } from '@shop/testing/wait-until';
import { byScale, recordCounts } from '../../counts/counts';
import { type FaultShop, openFaultShop } from './kit/fault-shop';
import type { ServerProcess } from './kit/server-process';

const restarts = byScale({ bounded: 1, full: 10 });
const clients = 8;
/** Milliseconds for which nginx skips a gateway that has failed. An operator restarts the next gateway after them. */
const nginxFailTimeoutMs = 2000;

/**
 * Clients on keep-alive connections that send one request after the other until they are stopped.
 *
 * @param isReady Whether a load balancer would send requests now. Default: always.
 */
function startClients(origin: string, path: string, isReady: () => boolean = () => true) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const outcomes = { answered: 0, refused: 0, failures: [] as string[] };
  let isOpen = true;
  const send = () =>
    new Promise<void>((resolve) => {
      const sent = request(origin + path, { agent }, (response) => {
        // On a busy machine a server may refuse requests. That is no lost request.
        if (response.statusCode === 503 && response.headers['retry-after']) outcomes.refused++;
        else if (response.statusCode !== 200) outcomes.failures.push(`status ${response.statusCode}`);
        response.on('error', ({ message }) => outcomes.failures.push(message));
        response.on('end', () => outcomes.answered++);
        response.on('close', resolve).resume();
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // Nothing listens while the only server starts again. Any other error is a request that was lost.
        if (error.code === 'ECONNREFUSED') outcomes.refused++;
        else outcomes.failures.push(`${error.code} ${error.message}`);
        resolve();
      });
      sent.end();
    });
  const run = async () => {
    while (isOpen) {
      if (isReady()) await send();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const running = Promise.all(Array.from({ length: clients }, run));
  return {
    outcomes,
    stop: async () => {
      isOpen = false;
      await running;
      agent.destroy();
      return outcomes;
    },
  };
}

describe('a server that gets SIGTERM', () => {
  let shop: FaultShop;
  beforeAll(async () => {
    shop = await openFaultShop({ storeApi: {} });
  }, 120_000);
  afterAll(() => shop?.close());

  /** Asks `/readyz` as a load balancer does, far more often than the drain is long. */
  const watchReadiness = (server: ServerProcess) => {
    let isReady = true;
    const poll = async () => {
      const response = await fetch(`${server.origin}/readyz`, { headers: { connection: 'close' } }).catch(() => null);
      isReady = response?.status === 200;
      await response?.arrayBuffer().catch(() => {});
    };
    const timer = setInterval(() => void poll(), 50);
    return { isReady: () => isReady, stop: () => clearInterval(timer) };
  };

  const restartUnderLoad = async (
    origin: string,
    path: string,
    servers: readonly ServerProcess[],
    { isReady, pauseMs = 0 }: { isReady?: () => boolean; pauseMs?: number } = {},
  ) => {
    const load = startClients(origin, path, isReady);
    for (let index = 0; index < restarts; index++) {
      const server = servers[index % servers.length] as ServerProcess;
      const before = load.outcomes.answered;
      await waitUntil(() => load.outcomes.answered > before + 50, {
        timeoutMs: 30_000,
        message: 'requests are answered',
      });
      expect(await server.stop()).toBe(0);
      await server.start();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    const before = load.outcomes.answered;
    await waitUntil(() => load.outcomes.answered > before + 50, {
      timeoutMs: 30_000,
      message: 'requests are answered',
    });
    return load.stop();
  };

  // A client that ignores `/readyz` may open a connection in the moment in which the server stops to listen.
  it.each([
    ['gateway', '/list'],
    ['storeApi', '/api/v1/products'],
  ] as const)(
    'answers every request of a load balancer that asks /readyz (%s)',
    async (name, path) => {
      const server = shop[name];
      const readiness = watchReadiness(server);
      const { answered, refused, failures } = await restartUnderLoad(server.origin, path, [server], readiness).finally(
        readiness.stop,
      );
      expect(failures).toEqual([]);
      const label = 'requests on keep-alive connections around SIGTERM';
      recordCounts('faults', { label, tried: answered, survived: answered, figures: { restarts, refused } });
    },
    240_000,
  );

  (hasNginx() ? it : it.skip)(
    'behind nginx fails no document while another gateway runs',
    async () => {
      const other = await shop.addGateway();
      await other.start();
      const gateways = [shop.gateway, other];
      const nginx = await startNginx({
        port: await findFreePort(),
        gateways: gateways.map(({ origin }) => new URL(origin).host),
        folder: createNginxFolder(),
        trusted: [],
      });
      try {
        const { answered, refused, failures } = await restartUnderLoad(nginx.origin, '/list', gateways, {
          pauseMs: nginxFailTimeoutMs,
        });
        expect([failures, refused]).toEqual([[], 0]);
        const label = 'documents through nginx around SIGTERM';
        recordCounts('faults', { label, tried: answered, survived: answered, figures: { restarts } });
      } finally {
        await nginx.stop();
      }
    },
    240_000,
  );
});
