import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServerProcess, type ServerProcess } from '@shop/deploy/testing/server-process';
import { promote } from '@shop/releases/actions/promote';
import { publish } from '@shop/releases/release/publish';
import type { Release } from '@shop/releases/release/release';
import { ensureKeys } from '@shop/releases/signing/keys';
import type { Environment } from '@shop/releases/state/environment';
import { createFileSystemStore } from '@shop/releases/store/file-system-store';
import { writeFakeBuild } from '@shop/releases/testing/fake-build';
import { createFakeShellBundle } from '@shop/releases/testing/fake-shell-bundle';
import { findFreePort } from '@shop/releases/testing/free-port';
import { openTestEnvironment, passingGates, testAuthor } from '@shop/releases/testing/test-environment';
import { openLimits } from '@shop/store-api/testing/open-limits';
import { waitUntil } from '@shop/testing/wait-until';

const repository = path.resolve(import.meta.dirname, '../../../..');

/** A shell whose page at `/<name>` is what the function `render` of the remote `mf-<name>` returns. */
const createShell = (version: string) =>
  createFakeShellBundle({
    data: version,
    html: ({ composition, pathname }, data) =>
      `<!doctype html><title>${data}</title><p data-seq="${composition.seq}">client-rendered ${pathname}</p><!-- complete -->`,
    renderPage: async (request, { loadRemote }) => {
      const name = `mf-${request.pathname.split('/')[1]}`;
      const remote = loadRemote(name) as unknown as { render: (request: object) => Promise<string> };
      const text = await remote.render(request);
      const html = `<!doctype html><p data-seq="${request.composition.seq}">${text}</p><!-- complete -->`;
      return {
        kind: 'page',
        document: { status: 200, html, inlineScripts: [], apiOrigin: 'http://localhost:8044' },
      };
    },
  });

/** A page with data of the store API. */
const listPage = `const response = await fetch('http://localhost:8044/api/v1/products?page=1');
  return 'rendered with ' + (await response.json()).data.length + ' products';`;

export interface FaultShopOptions {
  /** Settings of the gateway besides those of every test. */
  gateway?: Record<string, string>;
  /** Settings of the store API. Without them the shop has no store API. */
  storeApi?: Record<string, string>;
}

/** A shop of real processes: a gateway and a store API, with a release store in a folder. */
export interface FaultShop {
  folder: string;
  releasesFolder: string;
  environment: Environment;
  gateway: ServerProcess;
  storeApi: ServerProcess;
  /** Makes one of two versions of the shell live, by turns. The first is live. @returns The sequence number. */
  promoteShell: (index: number) => Promise<number>;
  /** Publishes a further version of the shell. */
  publishShell: (version: string) => Promise<Release>;
  /** Waits until documents are of a composition. */
  waitForSeq: (seq: number) => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Builds a server as its image does, in a folder of its package, where it finds its files and the packages.
 *
 * @returns The folder.
 */
function bundleServer(server: 'platform/gateway' | 'store-api'): string {
  const cache = path.join(repository, server, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'test-bundle-'));
  const program = server === 'platform/gateway' ? 'platform/deploy/bundle-gateway.mjs' : 'store-api/bundle.mjs';
  execFileSync(process.execPath, [program, folder], { cwd: repository });
  return folder;
}

/** Reads what the tests compare of a document. Null when it is cut off. */
export const readSeq = (html: string): number | null => {
  const [, seq] = html.match(/data-seq="(\d+)".*<!-- complete -->$/s) ?? [];
  return seq ? Number(seq) : null;
};

/** Opens a shop whose first shell is live, and starts its servers. */
export async function openFaultShop({ gateway = {}, storeApi }: FaultShopOptions = {}): Promise<FaultShop> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fault-shop-'));
  const releasesFolder = path.join(folder, 'releases');
  const keys = path.join(folder, 'keys');
  await ensureKeys(keys);
  const store = createFileSystemStore(releasesFolder);
  const environment: Environment = await openTestEnvironment(store, keys);
  const publishShell = (version: string) =>
    publish(store, {
      appRoot: writeFakeBuild({ app: 'shell', version, content: version, server: createShell(version) }),
      commit: '',
    });
  const shells = await Promise.all(['1.0.0', '2.0.0'].map(publishShell));
  const list = writeFakeBuild({
    app: 'mf-list',
    content: listPage,
    paths: { home: '/list' },
    queries: { home: ['q'] },
    server: `exports.render = async (request) => { ${listPage} };`,
  });
  const remote = await publish(store, { appRoot: list, commit: '' });
  await promote(environment, [shells[0] as Release, remote], testAuthor, passingGates);

  const gatewayBundle = bundleServer('platform/gateway');
  const apiBundle = storeApi ? bundleServer('store-api') : '';
  const apiPort = await findFreePort();
  const apiProcess = createServerProcess({
    command: [path.join(apiBundle, 'server.mjs')],
    port: apiPort,
    env: {
      STORE_API_PORT: String(apiPort),
      HOST: '127.0.0.1',
      DATA_DIR: path.join(folder, 'store-api'),
      MAIL_TRANSPORT: 'off',
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '2',
      ...openLimits,
      ...storeApi,
    },
  });
  const gatewayPort = await findFreePort();
  const gatewayProcess = createServerProcess({
    command: [path.join(gatewayBundle, 'server.mjs')],
    port: gatewayPort,
    env: {
      PORT: String(gatewayPort),
      HOST: '127.0.0.1',
      DATA_DIR: path.join(folder, 'gateway'),
      RELEASE_STORE: releasesFolder,
      RELEASE_KEYS: keys,
      STORE_API_URL: `http://127.0.0.1:${apiPort}/api/v1`,
      SHOP_URL: 'http://shop.test',
      PAGE_RENDERERS: '1',
      TRUSTED_PROXIES: 'loopback',
      DRAIN_SECONDS: '2',
      ...openLimits,
      ...gateway,
    },
  });
  const close = async () => {
    await Promise.all([gatewayProcess, apiProcess].map((server) => server.kill()));
    for (const used of [folder, gatewayBundle, apiBundle]) {
      if (used) rmSync(used, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  try {
    if (storeApi) await apiProcess.start();
    await gatewayProcess.start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    folder,
    releasesFolder,
    environment,
    gateway: gatewayProcess,
    storeApi: apiProcess,
    publishShell,
    promoteShell: async (index) => {
      const release = shells[index % shells.length] as Release;
      return (await promote(environment, [release], testAuthor, passingGates)).live.seq;
    },
    waitForSeq: async (seq) => {
      const isServed = async () => {
        const response = await fetch(`${gatewayProcess.origin}/list`).catch(() => null);
        return response?.status === 200 && readSeq(await response.text()) === seq;
      };
      await waitUntil(isServed, { timeoutMs: 30_000, message: `the gateway serves composition ${seq}` });
    },
    close,
  };
}
