import { mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listApps, root } from '@shop/release-cli/build/workspace';
import { promote } from '@shop/releases/actions/promote';
import { createGateCheck } from '@shop/releases/gates/gate';
import { createStandardGates } from '@shop/releases/gates/standard-gates';
import { publish } from '@shop/releases/release/publish';
import type { Release } from '@shop/releases/release/release';
import { ensureKeys } from '@shop/releases/signing/keys';
import { createSmokeTestGate } from '@shop/releases/smoke-test/smoke-test.gate';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { openTestEnvironment, passingGates } from '@shop/releases/testing/test-environment';
import { buildApps } from '../../build/build-apps';
import { bundleStoreApi } from '../../build/bundle-store-api';
import { type ManagedProcess, startProcess, stopProcess } from '../../dev-server/managed-process';
import { getStoreApiUrl } from '../../dev-server/store-api';

/** Author of every change that the benchmark makes. */
export const author = { by: 'bench', reason: 'measuring' };

/** Options of a promotion without gates. */
export const withoutGates = passingGates;

/** A gateway process that serves the shop. */
export interface BenchmarkGateway {
  origin: string;
  pid: number;
  stop: () => Promise<void>;
}

/** A shop to measure: the built apps in a temporary release store, a store API, and real gateway processes. */
export interface BenchmarkShop {
  environment: Environment;
  /** Base URL of the store API. */
  storeApi: string;
  /** Temporary folder of everything that the shop stores. */
  folder: string;
  /** The folder of the release store. */
  releasesFolder: string;
  /** Releases of the first live composition. */
  releases: Release[];
  /** The gates of a promotion, without the smoke test. */
  gates: ReturnType<typeof createGateCheck>;
  /**
   * Starts a gateway with an empty data folder.
   *
   * @param variables Settings of the gateway besides port, data folder and release store.
   * @returns Its address and process id, and a function that stops it.
   */
  startGateway: (variables?: NodeJS.ProcessEnv) => Promise<BenchmarkGateway>;
  getStoreApiPid: () => number;
  /** Stops the store API with SIGTERM and starts it again. */
  restartStoreApi: () => Promise<void>;
  /** Reads the sequence number of the live composition. */
  readLiveSeq: () => Promise<number>;
  /** Publishes another version of an app: the same build with the tag as a comment at the end of its entry. */
  publishVariant: (app: string, tag: string) => Promise<Release>;
  /** Stops all processes and removes the release store. */
  close: () => Promise<void>;
}

/** Process variables with which a gateway uses a store API. */
export const getStoreApiVariables = (storeApi: string) => ({ STORE_API_URL: storeApi, PUBLIC_API_URL: storeApi });

/**
 * Builds the apps, publishes and promotes them, and starts the store API.
 *
 * @param firstPort Port of the store API. Each gateway takes the next port.
 * @param apiVariables Settings of the store API besides port, data folder and log.
 */
export async function openBenchmarkShop(
  firstPort: number,
  apiVariables: NodeJS.ProcessEnv = {},
): Promise<BenchmarkShop> {
  await buildApps(console.log);
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-release-'));
  const releasesFolder = path.join(folder, 'releases');
  const keys = path.join(folder, 'release-keys');
  await ensureKeys(keys);
  const store = createFileSystemStore(releasesFolder);
  const environment: Environment = await openTestEnvironment(store, keys);
  const publishApp = (app: string) => publish(store, { appRoot: path.join(root, app), commit: '' });
  const releases = await Promise.all(listApps().map(publishApp));
  const withoutSmokeTest = createSmokeTestGate('production', async () => []);
  const gates = createGateCheck(store, [...createStandardGates(), withoutSmokeTest]);
  await promote(environment, releases, author, { check: gates });

  const running: ManagedProcess[] = [];
  const close = async () => {
    await Promise.all(running.map((started) => stopProcess(started)));
    rmSync(folder, { recursive: true, force: true });
  };
  const start = async (name: string, entry: string, env: NodeJS.ProcessEnv) => {
    const started = await startProcess(name, entry, { env });
    running.push(started);
    return started;
  };
  let api: ManagedProcess;
  const apiBundle = await bundleStoreApi();
  const startApi = async () => {
    api = await start('store API', `${apiBundle}/server.mjs`, {
      STORE_API_PORT: String(firstPort),
      DATA_DIR: path.join(folder, 'store-api'),
      LOG_LEVEL: 'silent',
      MAIL_TRANSPORT: 'off',
      ...apiVariables,
    });
  };
  try {
    await startApi();
  } catch (error) {
    await close();
    throw error;
  }
  const storeApi = getStoreApiUrl(firstPort);
  let port = firstPort + 1;
  return {
    environment,
    storeApi,
    folder,
    releasesFolder,
    releases,
    gates,
    getStoreApiPid: () => api.process.pid ?? 0,
    restartStoreApi: async () => {
      await stopProcess(api);
      await startApi();
    },
    startGateway: async (variables = {}) => {
      const gateway = await start('gateway', 'platform/gateway/src/server.ts', {
        PORT: String(port),
        DATA_DIR: path.join(folder, `gateway-${port++}`),
        RELEASE_STORE: releasesFolder,
        RELEASE_KEYS: keys,
        ...getStoreApiVariables(storeApi),
        ...variables,
      });
      return { origin: gateway.address, pid: gateway.process.pid ?? 0, stop: () => stopProcess(gateway) };
    },
    readLiveSeq: async () => (await readLiveState(environment))?.live.seq ?? 0,
    publishVariant: async (app, tag) => {
      const copy = path.join(folder, 'variants', tag, app);
      await mkdir(copy, { recursive: true });
      await cp(path.join(root, app, 'dist'), path.join(copy, 'dist'), { recursive: true });
      const manifestFile = path.join(copy, 'dist/browser/build.json');
      const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
      await writeFile(manifestFile, JSON.stringify({ ...manifest, version: `${manifest.version}.${tag}` }));
      const entry = path.join(copy, 'dist/browser', manifest.entry);
      await writeFile(entry, `${await readFile(entry, 'utf8')}\n/* ${tag} */`);
      return publish(store, { appRoot: copy, commit: '' });
    },
    close,
  };
}
