import { createGateway } from '@shop/gateway/app';
import { createUnsignedManifests } from '@shop/gateway/release-files/release-manifests';
import { createInProcessRenderer } from '@shop/gateway/rendering/in-process-renderer';
import type { ServeComposition } from '@shop/releases/smoke-test/browser-smoke-test';
import { smokeTestSettings } from '@shop/releases/smoke-test/server-smoke-test';

/** Serves one composition with the routes and headers of the gateway, without a store API. */
export const serveComposition: ServeComposition = async (store, { composition, shell }) => {
  // This process has no keys and serves no visitors, so the shell may run in it.
  const live = { composition, shell: createInProcessRenderer(shell) };
  const gateway = createGateway({
    settings: { ...smokeTestSettings, serviceWorker: 'off' },
    store,
    manifests: createUnsignedManifests(store),
    catalog: { getStoreInfo: async () => null, getProductIds: async () => null },
    current: () => live,
  });
  const origin = await gateway.listen({ host: '127.0.0.1', port: 0 });
  return { origin, close: () => gateway.close() };
};
