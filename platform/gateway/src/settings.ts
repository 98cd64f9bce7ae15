import os from 'node:os';
import path from 'node:path';
import { environmentNamePattern, environmentNameRule } from '@shop/releases/state/environment';
import { readStoreLocation, type StoreLocation } from '@shop/releases/store/store-location';
import { drainSecondsSetting } from '@shop/server-runtime/graceful-shutdown';
import { type LogLevel, logLevelSetting } from '@shop/server-runtime/logs/server-log';
import {
  choiceSetting,
  integerSetting,
  networkListSetting,
  optionalPortSetting,
  originListSetting,
  portSetting,
  readSettings,
  SettingsError,
  textSetting,
  urlSetting,
} from '@shop/server-settings/read-settings';
import * as v from 'valibot';
import { defaultLoadLimits, type LoadLimits } from './overload/load-level';

/** Settings of a gateway. README.md documents the process variable of each. */
export interface GatewaySettings {
  /** TCP port, 1 to 65535. */
  port: number;
  /** Interface to listen on; `localhost` means both loopback addresses. */
  host: string;
  /** Release store. Default: a folder of the data. */
  releaseStore: StoreLocation;
  /** Folder whose `trusted/*.pem` are the public keys that the gateway trusts. */
  keysFolder: string;
  /** Deployment environment whose HEAD is served. */
  env: string;
  /** Address of the store API for this process, without a trailing slash. */
  storeApiUrl: string;
  /** Address of the store API for browsers, when it is not where the specification puts it. No trailing slash. */
  publicApiBase?: string;
  /** The shop's origin as shoppers type it, when the request's host differs: behind a proxy or a CDN. */
  publicUrl?: string;
  /** `off` removes the service worker that caches pages for offline reading from every browser that has it. */
  serviceWorker: 'on' | 'off';
  /** Folder of the gateway's own data. */
  dataDir: string;
  /** Lower-case header in which the proxy in front of the gateway names the visitor's region. */
  regionHeader?: string;
  /** Proxies whose `X-Forwarded-*` headers are trusted: addresses, networks or `loopback`. */
  trustedProxies?: string[];
  /** Origins that the shop's payment forms may post to. Absent: every https address. */
  paymentOrigins?: string[];
  /** Origins of the catalogue's images. Absent: every host. */
  imageOrigins?: string[];
  /** Processes that render pages of the live composition. */
  pageRenderers: number;
  /** Bytes of rendered pages in memory. 0: every document is rendered for its request. */
  pageCacheBytes: number;
  /** Load above which the gateway renders no pages and, further above, refuses requests. */
  loadLimits: LoadLimits;
  /** Connections of clients. Further ones are closed at once. */
  maxConnections: number;
  /** Lowest level of the log's lines. Each request has a line from `info` on. */
  logLevel: LogLevel;
  /** Seconds between SIGTERM and the close, in which the gateway answers and `/readyz` is 503. */
  drainSeconds: number;
  /** Address of the metrics. Absent: there are none. */
  metrics?: { port: number; host: string };
  /** `on` shows override links to staff. Never in the environment `production`, which shoppers get. */
  overrideLinks: 'on' | 'off';
  /** How order views format amounts. */
  orderAmounts: 'dollar' | 'rupee';
  /** Base addresses of development servers by app, with a trailing slash. Only in the environment `development`. */
  devServers: Record<string, string>;
}

const repositoryRoot = path.resolve(import.meta.dirname, '../../..');

const removeTrailingSlashes = (text: string) => text.replace(/\/+$/, '');
const storeApiAddress = 'http://localhost:8044/api/v1';

const schema = {
  PORT: portSetting(3000),
  HOST: textSetting('localhost'),
  DATA_DIR: textSetting('.data'),
  RELEASE_KEYS: textSetting(undefined),
  RELEASE_ENV: v.pipe(v.optional(v.string(), 'production'), v.regex(environmentNamePattern, environmentNameRule)),
  STORE_API_URL: v.pipe(urlSetting(storeApiAddress), v.transform(removeTrailingSlashes)),
  PUBLIC_API_URL: v.pipe(
    urlSetting(undefined),
    v.transform((text) => text && removeTrailingSlashes(text)),
  ),
  PUBLIC_URL: v.pipe(
    urlSetting(undefined),
    v.transform((text) => text && new URL(text).origin),
  ),
  REGION_HEADER: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z][A-Za-z0-9-]*$/, 'give the name of a header, such as CloudFront-Viewer-Country-Region'),
      v.toLowerCase(),
    ),
  ),
  TRUSTED_PROXIES: networkListSetting,
  PAYMENT_ORIGINS: originListSetting,
  IMAGE_ORIGINS: originListSetting,
  SERVICE_WORKER: choiceSetting(['on', 'off'], 'on'),
  PAGE_RENDERERS: integerSetting({ min: 1, max: 64, fallback: Math.max(1, os.availableParallelism() - 1) }),
  PAGE_CACHE_MB: v.pipe(
    integerSetting({ min: 0, max: 65_536, fallback: 64 }),
    v.transform((megabytes) => megabytes * 1024 * 1024),
  ),
  MAX_EVENT_LOOP_DELAY_MS: integerSetting({
    min: 20,
    max: 60_000,
    fallback: defaultLoadLimits.maxEventLoopDelayMs,
  }),
  MAX_PENDING_REQUESTS: integerSetting({ min: 4, max: 1_000_000, fallback: defaultLoadLimits.maxPendingRequests }),
  MAX_RSS_MB: integerSetting({ min: 0, max: 1_048_576, fallback: 0 }),
  MAX_CONNECTIONS: integerSetting({ min: 1, max: 1_000_000, fallback: 4000 }),
  LOG_LEVEL: logLevelSetting,
  DRAIN_SECONDS: drainSecondsSetting,
  METRICS_PORT: optionalPortSetting,
  METRICS_HOST: textSetting('127.0.0.1'),
  OVERRIDE_LINKS: choiceSetting(['on', 'off'], 'off'),
  ORDER_AMOUNTS: choiceSetting(['dollar', 'rupee'], 'dollar'),
  /** `mf-catalog=http://127.0.0.1:3101/,shell=…`, as `npm run dev` sets it. */
  SOURCE_APPS: v.pipe(
    v.optional(v.string(), ''),
    v.check(
      (text) =>
        parsePairs(text).every(([app, address]) => app !== '' && /^https?:/.test(address) && URL.canParse(address)),
      'give an address for each app, such as mf-catalog=http://127.0.0.1:3101/,shell=http://127.0.0.1:3100/',
    ),
    v.transform((text) =>
      Object.fromEntries(parsePairs(text).map(([app, address]) => [app, `${removeTrailingSlashes(address)}/`])),
    ),
  ),
};

function parsePairs(text: string): [string, string][] {
  return text
    .split(',')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name, value.join('=')];
    });
}

/**
 * Reads the settings of a gateway from process variables.
 *
 * @param variables  Usually `process.env`. An empty variable counts as absent.
 * @throws {SettingsError} When a variable is invalid. The message has one line for each invalid variable.
 */
export function readGatewaySettings(variables: NodeJS.ProcessEnv): GatewaySettings {
  const dataDir = path.resolve(repositoryRoot, variables.DATA_DIR || '.data');
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
  const values = collect(() => readSettings(schema, variables));
  const releaseStore = collect(() => readStoreLocation(variables, path.join(dataDir, 'releases')));
  if (values && Object.keys(values.SOURCE_APPS).length > 0 && values.RELEASE_ENV !== 'development') {
    problems.push('SOURCE_APPS works only with RELEASE_ENV=development: leave it out, or run `npm run dev`.');
  }
  if (values?.OVERRIDE_LINKS === 'on' && values.RELEASE_ENV === 'production') {
    problems.push(
      'OVERRIDE_LINKS=on is refused for the environment production, which shoppers get: leave it out, or set RELEASE_ENV=staging.',
    );
  }
  if (!values || !releaseStore || problems.length > 0) throw new SettingsError(problems.join('\n'));
  return {
    port: values.PORT,
    host: values.HOST,
    releaseStore,
    keysFolder: path.resolve(repositoryRoot, values.RELEASE_KEYS ?? path.join(dataDir, 'release-keys')),
    env: values.RELEASE_ENV,
    storeApiUrl: values.STORE_API_URL,
    dataDir,
    ...(values.PUBLIC_API_URL ? { publicApiBase: values.PUBLIC_API_URL } : {}),
    ...(values.PUBLIC_URL ? { publicUrl: values.PUBLIC_URL } : {}),
    ...(values.REGION_HEADER ? { regionHeader: values.REGION_HEADER } : {}),
    ...(values.TRUSTED_PROXIES.length > 0 ? { trustedProxies: values.TRUSTED_PROXIES } : {}),
    ...(values.PAYMENT_ORIGINS.length > 0 ? { paymentOrigins: values.PAYMENT_ORIGINS } : {}),
    ...(values.IMAGE_ORIGINS.length > 0 ? { imageOrigins: values.IMAGE_ORIGINS } : {}),
    serviceWorker: values.SERVICE_WORKER,
    pageRenderers: values.PAGE_RENDERERS,
    pageCacheBytes: values.PAGE_CACHE_MB,
    loadLimits: {
      maxEventLoopDelayMs: values.MAX_EVENT_LOOP_DELAY_MS,
      maxPendingRequests: values.MAX_PENDING_REQUESTS,
      maxRssBytes: values.MAX_RSS_MB * 1024 * 1024,
    },
    maxConnections: values.MAX_CONNECTIONS,
    logLevel: values.LOG_LEVEL,
    drainSeconds: values.DRAIN_SECONDS,
    ...(values.METRICS_PORT === undefined ? {} : { metrics: { port: values.METRICS_PORT, host: values.METRICS_HOST } }),
    overrideLinks: values.OVERRIDE_LINKS,
    orderAmounts: values.ORDER_AMOUNTS,
    devServers: values.SOURCE_APPS,
  };
}
