import { isIP } from 'node:net';
import path from 'node:path';
import { parseEnvironmentName } from '@shop/releases/state/environment-name';
import { readStoreLocation, type StoreLocation } from '@shop/releases/store/store-location';

/** What the process's environment decides. README.md documents each variable. */
export interface GatewaySettings {
  /** TCP port, 1 to 65535. */
  port: number;
  /** Interface to listen on; `localhost` means both loopback addresses. */
  host: string;
  /** Where releases are: `RELEASE_STORE`, else a folder of the data. */
  releaseStore: StoreLocation;
  /** Folder whose `trusted/*.pem` are the keys that releases may be signed with. */
  keysFolder: string;
  /** Environment whose HEAD is served. */
  env: string;
  /** The store API as this process reaches it. */
  storeApiUrl: string;
  /** The store API as browsers reach it, when it is not where the specification puts it. */
  publicApiBase?: string;
  /** The shop's own address as shoppers type it, when the request's host does not say it: behind a proxy or a CDN. */
  publicUrl?: string;
  /** `off` takes back the worker that keeps pages for offline reading, from every browser that has it. */
  serviceWorker: 'on' | 'off';
  /** Folder of what this process itself remembers. */
  dataDir: string;
  /** Header, in lower case, in which the proxy before this server names the visitor's region. */
  regionHeader?: string;
  /** Proxies whose word on a request's address counts: addresses, networks or `loopback`, separated by commas. */
  trustedProxies?: string;
  /** How order views write amounts. */
  orderAmounts: 'dollar' | 'rupee';
  /** Apps that run from source, by the address of their development server. Only where the environment is development. */
  sourceApps: Record<string, string>;
}

const repositoryRoot = path.resolve(import.meta.dirname, '../..');

/**
 * Reads the settings of a gateway.
 *
 * @throws A sentence that names the variable and what it should hold.
 */
export function readSettings(env: NodeJS.ProcessEnv): GatewaySettings {
  const dataDir = path.resolve(repositoryRoot, env.DATA_DIR || '.data');
  const publicApiBase = env.PUBLIC_API_URL && readUrl('PUBLIC_API_URL', env.PUBLIC_API_URL);
  const publicUrl = env.PUBLIC_URL && new URL(readUrl('PUBLIC_URL', env.PUBLIC_URL)).origin;
  const releaseEnv = parseEnvironmentName(env.RELEASE_ENV || 'production', 'RELEASE_ENV');
  return {
    port: readPort('PORT', env.PORT, 3000),
    host: env.HOST || 'localhost',
    releaseStore: readStoreLocation(env, path.join(dataDir, 'releases')),
    keysFolder: path.resolve(repositoryRoot, env.RELEASE_KEYS || path.join(dataDir, 'release-keys')),
    env: releaseEnv,
    storeApiUrl: readUrl('STORE_API_URL', env.STORE_API_URL || 'http://localhost:8044/api/v1'),
    dataDir,
    ...(publicApiBase ? { publicApiBase } : {}),
    ...(publicUrl ? { publicUrl } : {}),
    ...(env.REGION_HEADER ? { regionHeader: readHeaderName('REGION_HEADER', env.REGION_HEADER) } : {}),
    ...(env.TRUSTED_PROXIES ? { trustedProxies: readNetworks('TRUSTED_PROXIES', env.TRUSTED_PROXIES) } : {}),
    serviceWorker: readChoice('SERVICE_WORKER', env.SERVICE_WORKER || 'on', ['on', 'off']),
    orderAmounts: readChoice('ORDER_AMOUNTS', env.ORDER_AMOUNTS || 'dollar', ['dollar', 'rupee']),
    sourceApps: readSourceApps(env.SOURCE_APPS, releaseEnv),
  };
}

function readPort(name: string, text: string | undefined, fallback: number): number {
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Error(`${name} is "${text}": give a port from 1 to 65535, or leave it out for ${fallback}.`);
}

function readUrl(name: string, text: string): string {
  if (URL.canParse(text) && /^https?:/.test(text)) return text.replace(/\/+$/, '');
  throw new Error(`${name} is "${text}": give an http or https address, such as http://localhost:8044/api/v1.`);
}

function readHeaderName(name: string, text: string): string {
  if (/^[A-Za-z][A-Za-z0-9-]*$/.test(text)) return text.toLowerCase();
  throw new Error(`${name} is "${text}": give the name of a header, such as CloudFront-Viewer-Country-Region.`);
}

function readNetworks(name: string, text: string): string {
  const isNetwork = (one: string) => {
    const [address = '', bits = '0', ...rest] = one.split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    return rest.length === 0 && isIP(address) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
  };
  const networks = text.split(',').map((one) => one.trim());
  if (networks.every((one) => one === 'loopback' || isNetwork(one))) return networks.join(',');
  throw new Error(`${name} is "${text}": give addresses, networks such as 10.0.0.0/8, or loopback, with commas.`);
}

function readChoice<Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((one) => one === text);
  if (choice) return choice;
  throw new Error(`${name} is "${text}": give ${choices.join(' or ')}.`);
}

/** `mf-catalog=http://127.0.0.1:3101/,shell=…`, as `npm run dev` sets it. */
function readSourceApps(text: string | undefined, releaseEnv: string): Record<string, string> {
  if (!text) return {};
  if (releaseEnv !== 'development') {
    throw new Error('SOURCE_APPS works only with RELEASE_ENV=development: leave it out, or run `npm run dev`.');
  }
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [app = '', address = ''] = pair.split('=');
      return [app, `${readUrl('SOURCE_APPS', address)}/`];
    }),
  );
}
