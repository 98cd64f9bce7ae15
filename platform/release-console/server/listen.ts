import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';

/** The only interface of the console: a person with a token can change the live shop. */
const loopback = '127.0.0.1';

/**
 * Listens on this machine until the process receives a signal.
 *
 * @returns The origin for a browser.
 */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  closeWithGrace({ delay: 5000 }, () => app.close());
  await app.listen({ port, host: loopback });
  return `http://${loopback}:${port}`;
}
