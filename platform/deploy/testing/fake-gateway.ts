import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeGateway {
  address: string;
  /** Number of requests that the gateway received. */
  count: () => number;
  close: () => Promise<unknown>;
}

const fakes: FakeGateway[] = [];

/** Closes every fake gateway. Call it in `afterEach`. */
export const closeFakeGateways = () => Promise.all(fakes.splice(0).map(({ close }) => close()));

/** A gateway that responds with the number of the request, closes the connection, or never responds. */
export async function openFakeGateway(
  answers: (request: IncomingMessage) => boolean | 'never',
  headers: Record<string, string> | (() => Record<string, string>) = {},
): Promise<FakeGateway> {
  let count = 0;
  const server: Server = createServer((request, response) => {
    count++;
    const answer = answers(request);
    if (answer === 'never') return;
    if (!answer) return void request.socket.destroy();
    response.writeHead(200, typeof headers === 'function' ? headers() : headers).end(`answer ${count}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  const fake = { address: `127.0.0.1:${port}`, count: () => count, close };
  fakes.push(fake);
  return fake;
}
