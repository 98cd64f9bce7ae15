import { linkedRemotePrefix } from '@shop/federation/define-single-build';
import { createGateway } from '@shop/gateway/app';
import { createDataReader } from '@shop/gateway/data/read-data';
import { createPageCache } from '@shop/gateway/page-cache/page-cache';
import { liveLimits } from '@shop/gateway/rendering/renderer-limits';
import { createRendererPool } from '@shop/gateway/rendering/renderer-pool';
import { listWarmUpRequests } from '@shop/gateway/rendering/warm-up';
import { computeIntegrity } from '@shop/releases/release/integrity';
import { compressTextFiles } from '@shop/releases/release/publish';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { readSingleBuild, singleBuildBase } from './single-build';

/*
 * Serves the single build like the federated shop: a gateway renders its pages in a pool of processes and caches them.
 * There is no release store; the files of the build are in memory.
 *
 * Variables: PORT, STORE_API_URL, PUBLIC_API_URL.
 */
const { PORT, STORE_API_URL = '', PUBLIC_API_URL = '' } = process.env;

const { files, composition, code, filename } = await readSingleBuild();
const compressed = await compressTextFiles(files);

/** Reads the files of the build by the keys that a release store gives them. Nothing is written. */
const store: ReleaseStore = {
  get: async (key) => {
    const name = `/${key}`.slice(singleBuildBase.length);
    const bytes = name.endsWith('.br') ? compressed.get(name.slice(0, -'.br'.length)) : files.get(name);
    return bytes ? { bytes, tag: key } : null;
  },
  putIfAbsent: async () => false,
  compareAndSwap: async () => false,
  list: async () => [],
  listFolders: async () => [],
  remove: async () => {},
};
const released = [...files].map(([name, bytes]) => {
  return [name, { size: bytes.length, integrity: computeIntegrity(bytes) }] as const;
});
const manifest = { files: Object.fromEntries(released), isPublic: true };
const manifests = { pin: () => {}, addVerified: () => {}, get: async () => manifest };

const styleSheets = [...files]
  .filter(([name]) => name.endsWith('.css'))
  .map(([name, bytes]) => [singleBuildBase + name, String(bytes)] as const);

/** A bundle whose exports are those of a remote that the shell's bundle contains. */
const linkRemote = (name: string) => ({
  code: `module.exports = require(${JSON.stringify(linkedRemotePrefix + name)});`,
  filename: `${name}.cjs`,
  base: singleBuildBase,
});

const onError = (error: unknown) => console.error(error instanceof Error ? error.message : error);
const settings = { storeApiUrl: STORE_API_URL, publicApiBase: PUBLIC_API_URL, orderAmounts: 'dollar' } as const;
const renderer = createRendererPool({
  code: {
    name: 'The renderer of the single build',
    readShell: async () => ({ code, filename, base: singleBuildBase }),
    readPages: async () => ({
      remotes: Object.fromEntries(composition.remotes.map(({ name }) => [name, linkRemote(name)])),
      styleSheets: Object.fromEntries(styleSheets),
    }),
  },
  warmUpRequests: listWarmUpRequests(composition, settings),
  limits: liveLimits,
  readData: createDataReader({ settings, onError }),
  onError,
});
renderer.resize(1);

const gateway = createGateway({
  // All visitors of a benchmark have one address.
  settings: { ...settings, serviceWorker: 'on', rateLimitFactor: 100_000 },
  store,
  manifests,
  catalog: { getStoreInfo: async () => null, getProducts: async () => null, hasSearch: async () => false },
  current: () => ({ composition, renderer }),
  pageCache: createPageCache({ maxBytes: 64 * 1024 ** 2 }),
  onFileError: onError,
});

process.on('SIGTERM', () => {
  void Promise.all([gateway.close(), renderer.close()]).then(() => process.exit(0));
});
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await gateway.listen({ port: Number(PORT), host: 'localhost' });
process.send?.({ ready: true, address: `http://localhost:${PORT}` });
