import os from 'node:os';
import path from 'node:path';
import { environmentNamePattern, environmentNameRule } from '@shop/releases/state/environment-name';
import { readStoreLocation, type StoreLocation } from '@shop/releases/store/store-location';
import { drainSecondsSetting } from '@shop/server-runtime/graceful-shutdown';
import { type LogLevel, logLevelSetting } from '@shop/server-runtime/logs/server-log';
import {
  baseUrlSetting,
  choiceSetting,
  type HostAndPort,
  hostAndPortSetting,
  integerSetting,
  networkListSetting,
  originListSetting,
  portSetting,
  readSettings,
  type Settings,
  SettingsError,
  textSetting,
} from '@shop/server-settings/read-settings';
import * as v from 'valibot';
import { type CustomerGroupsOptions, readGroupsKey, type TokenSource } from './canary/customer-groups';

/** Settings of a gateway. `gatewayVariables` describes their variables. */
export interface GatewaySettings {
  port: number;
  /** Interface to listen on; `localhost` means both loopback addresses. */
  host: string;
  releaseStore: StoreLocation;
  keysFolder: string;
  /** Deployment environment whose HEAD is served. */
  env: string;
  /** Without a trailing slash, like `publicApiBase`. */
  storeApiUrl: string;
  publicApiBase?: string | undefined;
  /** Origin. */
  publicUrl?: string | undefined;
  serviceWorker: 'on' | 'off';
  dataDir: string;
  /** In lower case. */
  regionHeader?: string | undefined;
  customerGroups?: CustomerGroupsOptions | undefined;
  trustedProxies?: string[] | undefined;
  paymentOrigins?: string[] | undefined;
  imageOrigins?: string[] | undefined;
  pageRenderers: number;
  /** Multiplies the limit of searches. Default: 1. */
  rateLimitFactor?: number | undefined;
  logLevel: LogLevel;
  drainSeconds: number;
  metrics?: HostAndPort | undefined;
  orderAmounts: 'dollar' | 'rupee';
}

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

export const gatewayVariables = {
  PORT: v.pipe(portSetting(3000), v.description('port of the shop')),
  HOST: v.pipe(textSetting(undefined), v.description('address to listen on; without it the loopback addresses')),
  DATA_DIR: v.pipe(textSetting('.data'), v.description('folder of the data that this machine keeps')),
  RELEASE_KEYS: v.pipe(
    textSetting(undefined),
    v.description(
      'folder with the keys of releases, whose `trusted/*.pem` are trusted; default `<DATA_DIR>/release-keys`',
    ),
  ),
  RELEASE_ENV: v.pipe(
    v.optional(v.string(), 'production'),
    v.regex(environmentNamePattern, environmentNameRule),
    v.description('deployment environment'),
  ),
  STORE_API_URL: v.pipe(
    baseUrlSetting('http://localhost:8044/api/v1'),
    v.description('address of the store API as the gateway reaches it'),
  ),
  PUBLIC_API_URL: v.pipe(
    baseUrlSetting(undefined),
    v.description('address of the store API as browsers reach it; without it where the specification puts it'),
  ),
  SHOP_URL: v.pipe(
    baseUrlSetting(undefined),
    v.description(
      "the shop's address as shoppers type it; other domain names are redirected to it, and without it the gateway serves localhost only. `npm run dev` shows this shop with one remote from source",
    ),
  ),
  REGION_HEADER: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'give the name of a header, such as CloudFront-Viewer-Country-Region'),
        v.toLowerCase(),
      ),
    ),
    v.description("header in which the proxy names the shopper's region, for canary allowlists"),
  ),
  CUSTOMER_GROUPS: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(?:header|cookie):[A-Za-z][\w-]*$/, 'give header: or cookie: and its name, such as cookie:groups'),
        v.transform((text): TokenSource => {
          const [kind, name = ''] = text.split(':');
          return kind === 'header' ? { kind, name: name.toLowerCase() } : { kind: 'cookie', name };
        }),
      ),
    ),
    v.description(
      "`header:<name>` or `cookie:<name>` in which the company's sign-in gives a JWT with the claim `groups`, for canary allowlists",
    ),
  ),
  CUSTOMER_GROUPS_KEY: v.pipe(
    textSetting(undefined),
    v.description(
      'what verifies this JWT: a public Ed25519 key as PEM, or a secret of HMAC-SHA256 with 32 bytes or more; set it together with `CUSTOMER_GROUPS`',
    ),
  ),
  TRUSTED_PROXIES: v.pipe(
    networkListSetting,
    v.description(
      'addresses and networks of proxies whose `X-Forwarded-*` headers count, at the store API also of the gateways; `loopback` is not implied',
    ),
  ),
  PAYMENT_ORIGINS: v.pipe(
    originListSetting,
    v.description('origins that payment forms may post to; without it every https address'),
  ),
  IMAGE_ORIGINS: v.pipe(originListSetting, v.description("origins of the catalogue's images; without it every host")),
  SERVICE_WORKER: v.pipe(
    choiceSetting<'on' | 'off'>(['on', 'off'], 'on'),
    v.description('`off` removes the offline worker from every browser that has it'),
  ),
  PAGE_RENDERERS: v.pipe(
    v.optional(integerSetting({ min: 1, max: 64, fallback: 1 })),
    v.description('processes that render pages of the live composition; default processors − 1, at least 1'),
  ),
  RATE_LIMIT_FACTOR: v.pipe(
    integerSetting({ min: 1, max: 100_000, fallback: 1 }),
    v.description(
      'multiplies every limit of attempts, orders, payments, e-mails and sessions of the store API, and the searches of a network at both',
    ),
  ),
  LOG_LEVEL: v.pipe(logLevelSetting, v.description('lowest level of the log; `info` writes one line for each request')),
  DRAIN_SECONDS: v.pipe(
    drainSecondsSetting,
    v.description('seconds after SIGTERM in which the server responds and `/readyz` is 503'),
  ),
  METRICS_PORT: v.pipe(
    hostAndPortSetting,
    v.description(
      'port of `/metrics` on 127.0.0.1, or `host:port`; without it there are none. `npm start` gives the store API the next port',
    ),
  ),
  ORDER_AMOUNTS: v.pipe(
    choiceSetting<'dollar' | 'rupee'>(['dollar', 'rupee'], 'dollar'),
    v.description('how order views format amounts'),
  ),
};

/** @throws {SettingsError} When one of the two variables is missing, or the key is invalid. The message does not contain the key. */
function readCustomerGroups({
  CUSTOMER_GROUPS: source,
  CUSTOMER_GROUPS_KEY: key,
}: Settings<typeof gatewayVariables>): CustomerGroupsOptions | undefined {
  if (!source && key === undefined) return undefined;
  if (!source || key === undefined) {
    throw new SettingsError('CUSTOMER_GROUPS and CUSTOMER_GROUPS_KEY need each other: set both, or none.');
  }
  try {
    return { ...source, key: readGroupsKey(key) };
  } catch (error) {
    throw new SettingsError(`CUSTOMER_GROUPS_KEY ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/**
 * Reads the settings of a gateway from process variables.
 *
 * @param variables  Usually `process.env`. An empty variable counts as absent.
 * @throws {SettingsError} When a variable is invalid. The message has one line for each invalid variable.
 */
export function readGatewaySettings(variables: NodeJS.ProcessEnv): GatewaySettings {
  const { DATA_DIR } = readSettings({ DATA_DIR: gatewayVariables.DATA_DIR }, variables);
  const dataDir = path.resolve(repositoryRoot, DATA_DIR);
  const problems: string[] = [];
  const collect = <Value>(read: () => Value): Value | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const values = collect(() => readSettings(gatewayVariables, variables));
  const releaseStore = collect(() => readStoreLocation(variables, path.join(dataDir, 'releases')));
  const customerGroups = values && collect(() => readCustomerGroups(values));
  if (!values || !releaseStore || problems.length > 0) throw new SettingsError(problems.join('\n'));
  return {
    port: values.PORT,
    host: values.HOST ?? 'localhost',
    releaseStore,
    keysFolder: path.resolve(repositoryRoot, values.RELEASE_KEYS ?? path.join(dataDir, 'release-keys')),
    env: values.RELEASE_ENV,
    storeApiUrl: values.STORE_API_URL,
    dataDir,
    publicApiBase: values.PUBLIC_API_URL,
    publicUrl: values.SHOP_URL && new URL(values.SHOP_URL).origin,
    regionHeader: values.REGION_HEADER,
    customerGroups,
    trustedProxies: values.TRUSTED_PROXIES,
    // Without origins every address counts.
    paymentOrigins: values.PAYMENT_ORIGINS.length > 0 ? values.PAYMENT_ORIGINS : undefined,
    imageOrigins: values.IMAGE_ORIGINS.length > 0 ? values.IMAGE_ORIGINS : undefined,
    serviceWorker: values.SERVICE_WORKER,
    pageRenderers: values.PAGE_RENDERERS ?? Math.max(1, os.availableParallelism() - 1),
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    logLevel: values.LOG_LEVEL,
    drainSeconds: values.DRAIN_SECONDS,
    metrics: values.METRICS_PORT,
    orderAmounts: values.ORDER_AMOUNTS,
  };
}

/**
 * Reads the development servers of apps from the command line of a gateway, as `npm run dev` gives them.
 *
 * @param args `mf-catalog=http://127.0.0.1:3101/` for each app.
 * @returns Base addresses by app, with a trailing slash.
 * @throws {SettingsError} Outside of the environment `development`, and when an argument has no address.
 */
export function readDevServers(args: readonly string[], env: string): Record<string, string> {
  if (args.length > 0 && env !== 'development') {
    throw new SettingsError('Apps run from source only with RELEASE_ENV=development: use `npm run dev`.');
  }
  const pairs = args.map((argument) => {
    const [, app = '', address = ''] = /^([^=]+)=(https?:.+)$/.exec(argument) ?? [];
    if (!URL.canParse(address)) {
      throw new SettingsError(`"${argument}" names no app: give mf-catalog=http://127.0.0.1:3101/, for example.`);
    }
    return [app, address.replace(/\/*$/, '/')];
  });
  return Object.fromEntries(pairs);
}
