import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';
import { type ManagedProcess, startProcess, stopProcess } from '../../../dev-server/managed-process';
import { type BenchmarkShop, getStoreApiVariables, openBenchmarkShop } from '../../release/benchmark-shop';
import { buildSingleBuild } from './single-build/build-single-build';
import { waitUntilRendered } from './wait-until-rendered';

/** The shop in one way of building and rendering. */
export interface Variant {
  name: 'federated' | 'client-rendered single build' | 'server-rendered single build';
  /** Address without a slash at the end. */
  origin: string;
  /** Finds the built file of a script by its address. Null for a script that no build contains. */
  findBuiltFile: (url: string) => string | null;
}

/** The federated shop without a gateway, and the store API. */
export interface MeasuredShop {
  shop: BenchmarkShop;
  /** Base URL of the store API. */
  storeApi: string;
  /** Process variables with which a gateway uses the store API. */
  variables: NodeJS.ProcessEnv;
  close: () => Promise<void>;
}

/** The variants, each with its own server. Their store API returns lists of 24 products. */
export interface MeasuredVariants extends MeasuredShop {
  variants: readonly Variant[];
}

const singleBuildServers = 'tooling/benchmarks/page-speed/shops/single-build';
const singleBuildFolder = path.join(root, singleBuildServers, 'dist');

/** `/r/mf-catalog/1.0.0-4f3a…/home.js` is `mf-catalog/dist/browser/home.js`. */
const findFederatedFile = (url: string): string | null => {
  const [, app, file] = new URL(url).pathname.match(/^\/r\/([^/]+)\/[^/]+\/(.+)$/) ?? [];
  return app && file ? path.join(root, app, 'dist/browser', file) : null;
};

const findSingleBuildFile = (url: string): string | null => {
  const [, file] = new URL(url).pathname.match(/^\/r\/single-build\/[^/]+\/(.+)$/) ?? [];
  return file ? path.join(singleBuildFolder, 'browser', file) : null;
};

type StartServer = (name: string, entry: string, env: NodeJS.ProcessEnv) => Promise<string>;

/**
 * Opens the shop without a gateway.
 *
 * @param firstPort First of the ports of all servers: proxy of the store API, two single builds, store API, gateways.
 */
export const openShop = (firstPort: number): Promise<MeasuredShop> => open(firstPort, async (opened) => opened);

/** Builds the shop in every variant as well, and starts their servers. */
export const openVariants = (firstPort: number): Promise<MeasuredVariants> =>
  open(firstPort, async (opened, start) => {
    await buildSingleBuild(singleBuildFolder);
    const proxyOrigin = await start('proxy', 'tooling/benchmarks/page-speed/shops/long-list-proxy.ts', {
      PORT: String(firstPort),
      STORE_API_ORIGIN: new URL(opened.storeApi).origin,
    });
    const storeApi = `${proxyOrigin}/api/v1`;
    const variables = getStoreApiVariables(storeApi);
    const startSingleBuild = (rendering: 'client' | 'server', port: number) =>
      start(`${rendering}-rendered single build`, `${singleBuildServers}/${rendering}-rendered-server.ts`, {
        PORT: String(port),
        SINGLE_BUILD: singleBuildFolder,
        ...variables,
      });
    const federated = (await opened.shop.startGateway(variables)).origin;
    const client = await startSingleBuild('client', firstPort + 1);
    const server = await startSingleBuild('server', firstPort + 2);
    await Promise.all([federated, server].map(waitUntilRendered));
    const variants: Variant[] = [
      { name: 'federated', origin: federated, findBuiltFile: findFederatedFile },
      { name: 'client-rendered single build', origin: client, findBuiltFile: findSingleBuildFile },
      { name: 'server-rendered single build', origin: server, findBuiltFile: findSingleBuildFile },
    ];
    return { ...opened, variants, storeApi, variables };
  });

/** Opens the shop and completes it. Whatever has started ends when a later step fails. */
async function open<Opened>(
  firstPort: number,
  complete: (opened: MeasuredShop, start: StartServer) => Promise<Opened>,
): Promise<Opened> {
  const running: ManagedProcess[] = [];
  const start: StartServer = async (name, entry, env) => {
    const started = await startProcess(name, entry, { env });
    running.push(started);
    return started.address;
  };
  const shop = await openBenchmarkShop(firstPort + 3);
  const close = async () => {
    await Promise.all(running.map((started) => stopProcess(started)));
    await shop.close();
  };
  try {
    const { storeApi } = shop;
    return await complete({ shop, storeApi, variables: getStoreApiVariables(storeApi), close }, start);
  } catch (error) {
    await close();
    throw error;
  }
}
