import path from 'node:path';
import { readStoreLocation, type StoreLocation } from '@shop/releases/store/open-store';

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
  const releaseEnv = env.RELEASE_ENV || 'production';
  return {
    port: readPort('PORT', env.PORT, 3000),
    host: env.HOST || 'localhost',
    releaseStore: readStoreLocation(env, path.join(dataDir, 'releases')),
    keysFolder: path.resolve(repositoryRoot, env.RELEASE_KEYS || path.join(dataDir, 'release-keys')),
    env: releaseEnv,
    storeApiUrl: readUrl('STORE_API_URL', env.STORE_API_URL || 'http://localhost:8044/api/v1'),
    ...(publicApiBase ? { publicApiBase } : {}),
    ...(publicUrl ? { publicUrl } : {}),
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
