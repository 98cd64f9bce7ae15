import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * Finds a free port of the loopback interface, for a program that cannot choose one itself. It is below those that Linux gives out
 * (from 32,768), so that no other process gets it in the meantime.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + randomInt(12_000);
    if (await isFree(port)) return port;
  }
}
