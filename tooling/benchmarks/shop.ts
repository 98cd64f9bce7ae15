import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
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
import { openLimits } from '@shop/store-api/testing/open-limits';
import { waitUntil } from '@shop/testing/wait-until';
import { buildApps } from '../build/build-apps';
import { bundleStoreApi } from '../build/bundle-store-api';
import { type ManagedProcess, startProcess, stopProcess } from '../dev-server/managed-process';
import { demoAccount, getStoreApiUrl } from '../dev-server/store-api';

/** Author of every change that the benchmark makes. */
export const author = { by: 'bench', reason: 'measuring' };

/** Options of a promotion without gates. */
export const withoutGates = passingGates;

/** Port of the store API. Each further server takes the next port. */
const firstPort = 3960;

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
  /** Starts another server on a port of its own. @returns Its address. */
  startServer: (name: string, entry: string, variables: NodeJS.ProcessEnv) => Promise<string>;
  getStoreApiPid: () => number;
  /** Stops the store API with SIGTERM and starts it again. */
  restartStoreApi: () => Promise<void>;
  /** Imports sample products. Their titles begin with "Sample". */
  importProducts: (count: number) => Promise<void>;
  /** Reads the sequence number of the live composition. */
  readLiveSeq: () => Promise<number>;
  /** Publishes another version of an app: the same build with the tag as a comment at the end of its entry. */
  publishVariant: (app: string, tag: string) => Promise<Release>;
  /** Stops all processes and removes the release store. */
  close: () => Promise<void>;
}

/** Builds the apps, publishes and promotes them, and starts the store API, which accepts any number of requests. */
export async function openBenchmarkShop(): Promise<BenchmarkShop> {
  await buildApps(console.log);
  const folder = mkdtempSync(path.join(tmpdir(), 'benchmark-'));
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
  const apiSettings = {
    STORE_API_PORT: String(firstPort),
    DATA_DIR: path.join(folder, 'store-api'),
    LOG_LEVEL: 'silent',
    MAIL_TRANSPORT: 'off',
    ...openLimits,
  };
  const startApi = async () => {
    api = await start('store API', `${apiBundle}/server.mjs`, apiSettings);
  };
  try {
    await startApi();
  } catch (error) {
    await close();
    throw error;
  }
  const storeApi = getStoreApiUrl(firstPort);
  const apiAddress = { STORE_API_URL: storeApi, PUBLIC_API_URL: storeApi };
  let port = firstPort;
  return {
    environment,
    storeApi,
    releasesFolder,
    releases,
    gates,
    getStoreApiPid: () => api.process.pid ?? 0,
    restartStoreApi: async () => {
      await stopProcess(api);
      await startApi();
    },
    startGateway: async (variables = {}) => {
      port++;
      const gateway = await start('gateway', 'platform/gateway/src/server.ts', {
        PORT: String(port),
        DATA_DIR: path.join(folder, `gateway-${port}`),
        RELEASE_STORE: releasesFolder,
        RELEASE_KEYS: keys,
        ...openLimits,
        ...apiAddress,
        ...variables,
      });
      return { origin: gateway.address, pid: gateway.process.pid ?? 0, stop: () => stopProcess(gateway) };
    },
    startServer: async (name, entry, variables) =>
      (await start(name, entry, { PORT: String(++port), ...apiAddress, ...variables })).address,
    importProducts: async (count) => {
      const file = path.join(folder, 'products.csv');
      await writeFile(file, createProductExport(count));
      const program = path.join(root, apiBundle, 'commands/catalog-import.mjs');
      await promisify(execFile)(process.execPath, [program, file], { env: { ...process.env, ...apiSettings } });
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

/** Signs in the account that a new database contains. @returns Its token. */
export async function signInDemoAccount(storeApi: string): Promise<string> {
  const response = await fetch(`${storeApi}/users/authorize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoAccount),
  });
  return ((await response.json()) as { token: string }).token;
}

/** Creates a Shopify product export. */
function createProductExport(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => {
    const category = ['Cookware', 'Kitchen Tools', 'Men', 'Women', 'Accessories'][index % 5];
    return `sample-${index},Sample ${index},A sample with a description.,${category},true,${100 + index}`;
  });
  return ['Handle,Title,Body (HTML),Type,Published,Variant Price', ...rows].join('\n');
}

/**
 * Waits until a document has the content of its page. A server that starts sends documents without content at first.
 *
 * @throws when the server still renders no page after a minute.
 */
export async function waitUntilRendered(url: string): Promise<void> {
  const isRendered = async () => /<h1[ >]/.test(await (await fetch(url)).text());
  await waitUntil(isRendered, { timeoutMs: 60_000, intervalMs: 200, message: `${url} has content` });
}

/**
 * Lists the scripts and style sheets that a browser requests for a document, each once, by their paths. A document without
 * content names its scripts in the head. A rendered one names them in the JSON that its page loader reads, and contains its
 * style sheets.
 */
export const listFiles = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(/(?:(?<![-\w])(?:src|href)=|"url":)"(\/r\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file),
  ),
];

/** Requests a document. @param cookie Cookies of the visitor. @returns The sequence number of its composition, 0 without one. */
export async function openPage(address: string, cookie = '') {
  const response = await fetch(address, { headers: cookie ? { cookie } : {} });
  const html = await response.text();
  const given = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  const seq = Number(html.match(/"seq":(\d+)/)?.[1] ?? 0);
  return { status: response.status, seq, files: listFiles(html), cookie: given.join('; ') || cookie };
}

/** Waits until the gateway serves a composition. @returns Milliseconds that it took. */
export async function waitUntilServed(origin: string, seq: number, cookie = ''): Promise<number> {
  const started = performance.now();
  const isServed = async () => (await openPage(origin, cookie)).seq === seq;
  await waitUntil(isServed, { timeoutMs: 60_000, intervalMs: 5, message: `the gateway serves composition ${seq}` });
  return performance.now() - started;
}
