import type { IncomingMessage } from 'node:http';
import { startTestServer } from '@shop/releases/testing/test-resources';

/**
 * Opens a gateway that responds with the number of the request, closes the connection, or never responds.
 *
 * @returns `count` is the number of requests that it received.
 */
export async function openFakeGateway(
  answers: (request: IncomingMessage) => boolean | 'never',
  headers: Record<string, string> | (() => Record<string, string>) = {},
) {
  let count = 0;
  const { port, stop: close } = await startTestServer((request, response) => {
    count++;
    const answer = answers(request);
    if (answer === 'never') return;
    if (!answer) return void request.socket.destroy();
    response.writeHead(200, typeof headers === 'function' ? headers() : headers).end(`answer ${count}`);
  });
  return { address: `127.0.0.1:${port}`, count: () => count, close };
}
