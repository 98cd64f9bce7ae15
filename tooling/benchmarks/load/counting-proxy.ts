import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CountingProxy {
  /** Address of the API behind the proxy. */
  address: string;
  /** Number of requests by address. */
  getCounts: () => ReadonlyMap<string, number>;
  close: () => Promise<void>;
}

/** Starts a proxy in front of a store API that counts its calls. @param api Address with the path, such as `…/api/v1`. */
export async function startCountingProxy(api: string): Promise<CountingProxy> {
  const counts = new Map<string, number>();
  const target = new URL(api);
  const server = createServer((incoming, outgoing) => {
    const url = incoming.url ?? '';
    counts.set(url, (counts.get(url) ?? 0) + 1);
    const forwarded = request(
      { hostname: target.hostname, port: target.port, path: url, method: incoming.method, headers: incoming.headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${target.pathname}`,
    getCounts: () => counts,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
