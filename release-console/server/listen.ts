import closeWithGrace from 'close-with-grace';
import type { FastifyInstance } from 'fastify';

/** Interface the console listens on, always: whoever reaches it and has a token changes what shoppers get. */
const loopback = '127.0.0.1';

/**
 * Listens on this machine until a signal comes.
 *
 * @returns The origin to open in a browser.
 */
export async function listen(app: FastifyInstance, port: number): Promise<string> {
  closeWithGrace({ delay: 5000 }, () => app.close());
  await app.listen({ port, host: loopback });
  return `http://${loopback}:${port}`;
}
