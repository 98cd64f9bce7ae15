import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SettingsError } from '@shop/server-settings/read-settings';
import type { Registry } from 'prom-client';

export interface MetricsServerOptions {
  registry: Registry;
  /** TCP port. 0 lets the system choose one, for tests. */
  port: number;
  /** Address to listen on. Metrics are not for the public: loopback, or an address of a private network. */
  host: string;
}

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

const metricsPath = '/metrics';

/**
 * Serves metrics for Prometheus on a port of their own, so that the public port never shows them.
 *
 * @throws {SettingsError} When the port is in use or the machine does not have the address.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export async function serveMetrics({ registry, port, host }: MetricsServerOptions): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    if (request.url !== metricsPath) return void response.writeHead(404).end();
    try {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(
        new SettingsError(
          `The metrics cannot be served on ${host}, port ${port} (${error.code}): choose another port with METRICS_PORT=….`,
        ),
      );
    server.once('error', fail).listen({ port, host }, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
