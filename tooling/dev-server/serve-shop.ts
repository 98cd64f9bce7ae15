import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getShopUrlFile } from '@shop/release-cli/host/caller';
import { assertFree, readPort } from '@shop/server-settings/port';
import { buildApps } from '../build/build-apps';
import { bundleStoreApi } from '../build/bundle-store-api';
import { openLocalEnvironment, publishApps } from '../build/publish-apps';
import { formatDemoAccount, getAddressVariables, getNextMetricsPort, readStoreApiPort } from './store-api';
import type { Supervisor } from './supervisor';

/** The servers of the shop that a command starts. */
export interface ShopParts {
  gateway: boolean;
  storeApi: boolean;
  /** The release console. The shop runs without it. */
  console: boolean;
}

/** @param argument `gateway` or `api`. Left out, all parts. */
export function readShopParts(argument: string | undefined): ShopParts {
  return { gateway: argument !== 'api', storeApi: argument !== 'gateway', console: argument === undefined };
}

/**
 * Builds and publishes the apps, starts the servers and prints their addresses. The servers run until this process ends.
 *
 * @throws When a port is in use, an app does not build, or a server does not start.
 */
export async function serveShop(supervisor: Supervisor, parts: ShopParts): Promise<void> {
  const started = performance.now();
  const gatewayPort = readPort('PORT', 3000);
  const apiPort = readStoreApiPort();
  const addresses = getAddressVariables({ page: gatewayPort.port, api: apiPort.port });
  const environment = parts.gateway ? await openLocalEnvironment() : null;
  if (parts.gateway) await assertFree(gatewayPort);
  if (parts.storeApi) {
    await assertFree(apiPort);
    supervisor.start('store API', `${await bundleStoreApi()}/server.mjs`, {
      env: { ...addresses.storeApi, ...(parts.gateway ? getNextMetricsPort() : {}) },
    });
  }
  if (environment) {
    console.log('Building apps…');
    await buildApps(console.log);
    await publishApps(environment);
    await supervisor.waitUntilReady();
    supervisor.start('gateway', 'platform/gateway/src/server.ts', { env: addresses.gateway });
  }
  const servers = await supervisor.waitUntilReady();
  if (parts.gateway) writeShopUrl(addresses.storeApi.SHOP_URL);
  const lines = servers.map(({ name, address }) => formatLine(name, address));
  if (parts.storeApi) lines.push(formatLine('account', formatDemoAccount()));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`\nReady in ${seconds} s. Stop with Ctrl-C.\n${lines.join('\n')}\n`);
  if (parts.console) await startConsole(supervisor);
}

/**
 * Stores the address of the shop that runs on this machine until this process ends. `npm run release -- preview` makes its links
 * with it.
 */
function writeShopUrl(url: string): void {
  const file = getShopUrlFile();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${url}\n`);
  process.on('exit', () => rmSync(file, { force: true }));
}

const formatLine = (name: string, text: string) => `  ${name.padEnd(12)}${text}`;

/** Starts the console after the shop is ready, so that the shop does not wait for it. */
async function startConsole(supervisor: Supervisor): Promise<void> {
  const started = await supervisor.startOptional('console', 'platform/release-console/server/main.ts');
  if (started) console.log(`${formatLine('console', started.address)}\n`);
}
