import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getShopUrlFile } from '@shop/release-cli/host/settings';
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

/** @param args `gateway` or `api`. Left out, all parts. @throws When it is something else. */
export function readShopParts(args: readonly string[]): ShopParts {
  const [part, ...more] = args;
  if (more.length > 0 || (part !== undefined && part !== 'gateway' && part !== 'api')) {
    throw new Error(`"${args.join(' ')}" is not a part of the shop: type npm start gateway or npm start api.`);
  }
  return { gateway: part !== 'api', storeApi: part !== 'gateway', console: part === undefined };
}

/**
 * Builds and publishes the apps, starts the servers and prints their addresses. The servers run until this process ends.
 *
 * @throws When a port cannot be used, an app does not build, or a server does not start.
 */
export async function serveShop(supervisor: Supervisor, parts: ShopParts): Promise<void> {
  const started = performance.now();
  const gatewayPort = readPort('PORT', 3000);
  const apiPort = readStoreApiPort();
  const addresses = getAddressVariables({ page: gatewayPort.port, api: apiPort.port });
  const environment = parts.gateway ? await openLocalEnvironment() : null;
  await assertFree(...(parts.gateway ? [gatewayPort] : []), ...(parts.storeApi ? [apiPort] : []));
  if (parts.storeApi) {
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
  const started = await supervisor.startOptional(
    'console',
    'platform/release-console/server/main.ts',
    'Canaries and schedules are not watched until npm run console, or npm start, runs it again.',
  );
  if (started) console.log(`${formatLine('console', started.address)}\n`);
}
