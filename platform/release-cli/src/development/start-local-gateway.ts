import type { FastifyInstance } from 'fastify';
import { createShellComparison } from './compare-with-shell';
import type { LiveComposition } from './live-shop';
import { createLocalGateway } from './local-gateway';
import { createManifestReader } from './manifest-reader';

/** A live shop, and the remote of a development server that is shown in it. */
export interface LocalShop {
  /** Address of the live shop. */
  shopUrl: string;
  /** What its document said at the start. */
  live: LiveComposition;
  /** Name of the remote. */
  app: string;
  /** Address of its development server. */
  devServerUrl: string;
  /** Port of the local gateway. */
  port: number;
}

/** Starts the local gateway, and prints what it shows. The remote is compared with the live shell with each document. */
export async function startLocalGateway({ live, port, ...shop }: LocalShop): Promise<FastifyInstance> {
  const checkFit = createShellComparison(shop.shopUrl, console.log);
  // A remote that does not build now is compared with its first document.
  await createManifestReader(shop.devServerUrl)().then(checkFit, () => undefined);
  const gateway = createLocalGateway({ ...shop, apiBase: live.apiBase, checkFit });
  await gateway.listen({ port, host: 'localhost' });
  const released = live.composition.remotes.find(({ name }) => name === shop.app);
  console.log(
    released
      ? `${shop.app} replaces version ${released.version} of ${shop.shopUrl}.`
      : `${shop.shopUrl} has no ${shop.app} in its live composition: it is added.`,
  );
  console.log(`The shop runs at http://localhost:${port}. Change a file and watch. Stop with Ctrl-C.`);
  return gateway;
}
