import { resolve } from 'node:path';
import {
  findSender,
  type MailAddress,
  type MailSetting,
  mailTransportSetting,
  parseMailSetting,
} from '@shop/mail/mail-transport';
import { drainSecondsSetting } from '@shop/server-runtime/graceful-shutdown';
import { type LogLevel, logLevelSetting } from '@shop/server-runtime/logs/server-log';
import {
  baseUrlSetting,
  databaseUrlSetting,
  type HostAndPort,
  hostAndPortSetting,
  integerSetting,
  networkListSetting,
  originListSetting,
  readSettings,
  SettingsError,
  switchSetting,
  textSetting,
} from '@shop/server-settings/read-settings';
import * as v from 'valibot';
import { sandboxUpiPayee, storeIdentity } from '../catalog/store-identity';
import type { LoadLimits } from './overload/overload-protection';
import { packageRoot } from './package-root';

/** Settings of the store API. docs/settings.md lists the process variables. */
export interface StoreApiSettings {
  /** Address to listen on instead of the loopback addresses, for example in a container. */
  host: string | undefined;
  /** TCP port. 0 lets the system choose one, for tests. */
  port: number;
  /** Absolute folder of the server's files: the PGlite database, its lock and the operator credentials. */
  dataDir: string;
  /** A `postgres://` URL. Without it, the server uses PGlite in `dataDir`. */
  databaseUrl: string | undefined;
  /** Browser origins that may call the API, besides that of the shop. */
  allowedOrigins: string[];
  /**
   * URL of the shop, without a trailing slash. Shoppers return to it after a payment, e-mails link to it, and its pages may call
   * the API. One on the local host also allows pages of every other port there.
   */
  shopUrl: string;
  /** URL of this server as browsers reach it, behind a proxy. No trailing slash. */
  publicUrl: string | undefined;
  /** Addresses and networks of the proxies whose X-Forwarded-For and X-Forwarded-Proto headers the server uses. */
  trustedProxies: string[];
  /** Enables the sandbox bank and the demo account. */
  sandbox: boolean;
  /** UPI address that gets the money of shoppers. Undefined: they pay on delivery only. */
  upiPayee: string | undefined;
  /** Transport of e-mails to shoppers. */
  mail: MailSetting;
  /** Sender of e-mails. */
  mailFrom: MailAddress;
  limits: RateLimits;
  /** Sessions that one account may have. A further sign-in ends the oldest one. */
  maxSessionsPerAccount: number;
  /** Load above which the server refuses requests. */
  loadLimits: LoadLimits;
  /** Seconds between SIGTERM and the close, in which the server responds and `/readyz` is 503. */
  drainSeconds: number;
  /** Address of the metrics. Absent: there are none. */
  metrics?: HostAndPort;
  logLevel: LogLevel;
}

/** Maximum number of attempts in one window. A client address counts as its network. */
export interface RateLimits {
  windowSeconds: number;
  signInFailuresPerAccount: number;
  signInFailuresPerAddress: number;
  trackingFailuresPerAddress: number;
  registrationsPerAddress: number;
  ordersPerAccount: number;
  ordersPerAddress: number;
  /** E-mails about orders, of one account in a day. */
  orderMailsPerAccount: number;
  orderMailsPerAddress: number;
  /** E-mails about orders, of all accounts. */
  orderMails: number;
  paymentsPerAccount: number;
  paymentsPerAddress: number;
  /** Searches in a minute. */
  searchesPerAddress: number;
  /** Orders of one account that wait for payment. It has no window. */
  unpaidOrdersPerAccount: number;
}

/** Limits of one server address or account, before `RATE_LIMIT_FACTOR` multiplies them. */
const rateLimits: RateLimits = {
  windowSeconds: 900,
  signInFailuresPerAccount: 10,
  signInFailuresPerAddress: 100,
  trackingFailuresPerAddress: 60,
  registrationsPerAddress: 1000,
  ordersPerAccount: 60,
  ordersPerAddress: 1000,
  orderMailsPerAccount: 5,
  orderMailsPerAddress: 20,
  orderMails: 500,
  paymentsPerAccount: 60,
  paymentsPerAddress: 1000,
  searchesPerAddress: 300,
  unpaidOrdersPerAccount: 100,
};

/** The phones and computers of one shopper, with room. */
const maxSessionsPerAccount = 50;
/** Requests that the database's connections do while clients wait. Node rarely returns resident memory, so it has no limit. */
const loadLimits: LoadLimits = {
  maxEventLoopDelayMs: 1000,
  maxPendingRequests: 200,
};

/** Process variables of the store API. The gateway documents those that both have. */
export const storeApiVariables = {
  HOST: textSetting(undefined),
  STORE_API_PORT: v.pipe(
    integerSetting({ min: 0, max: 65_535, fallback: 8044 }),
    v.description('port of the store API; 0 lets the system choose one'),
  ),
  DATA_DIR: textSetting('.data'),
  DATABASE_URL: v.pipe(
    databaseUrlSetting,
    v.description('`postgres://` URL of a database; without it PGlite in `DATA_DIR`'),
  ),
  STORE_API_ALLOWED_ORIGINS: v.pipe(
    originListSetting,
    v.description('browser origins that may call the API, besides that of the shop'),
  ),
  SHOP_URL: baseUrlSetting('http://localhost:3000'),
  PUBLIC_API_URL: baseUrlSetting(undefined),
  TRUSTED_PROXIES: networkListSetting,
  MAIL_TRANSPORT: v.pipe(
    mailTransportSetting,
    v.description(
      'order e-mails: .eml files in `file:<folder>` (default `file:<DATA_DIR>/mail`), `smtp://user:password@host:587?from=shop@example.com`, `off`; `user` needs STARTTLS or `&requireTLS=false`',
    ),
  ),
  RATE_LIMIT_FACTOR: integerSetting({ min: 1, max: 100_000, fallback: 1 }),
  DRAIN_SECONDS: drainSecondsSetting,
  LOG_LEVEL: logLevelSetting,
  METRICS_PORT: hostAndPortSetting,
  SANDBOX: v.pipe(
    v.optional(switchSetting(true)),
    v.description('sandbox bank and demo account; default on, and off with `NODE_ENV=production`'),
  ),
  UPI_PAYEE: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/, 'give a UPI address such as shop@bank'),
      ),
    ),
    v.description(
      'UPI address that gets the money of shoppers, not together with the sandbox; without it they pay on delivery only, and in the sandbox to an address that does not exist',
    ),
  ),
};

const repositoryRoot = resolve(packageRoot, '..');

/**
 * Reads the settings from process variables. A blank variable counts as absent.
 *
 * @throws {SettingsError} When a variable is invalid. The message names each invalid variable.
 */
export function readStoreApiSettings(variables: NodeJS.ProcessEnv): StoreApiSettings {
  const isProduction = variables.NODE_ENV?.trim() === 'production';
  const values = readSettings(storeApiVariables, variables);
  const dataDir = resolve(repositoryRoot, values.DATA_DIR);
  const factor = values.RATE_LIMIT_FACTOR;
  const { windowSeconds, ...limits } = rateLimits;
  const multiplied = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit * factor]));
  const mail = parseMailSetting(values.MAIL_TRANSPORT, repositoryRoot, dataDir);
  const sandbox = values.SANDBOX ?? !isProduction;
  if (sandbox && values.UPI_PAYEE !== undefined) {
    throw new SettingsError(
      'UPI_PAYEE takes real money, and the sandbox bank confirms payments without any: set SANDBOX=off, or remove UPI_PAYEE.',
    );
  }
  const sender = (mail.kind === 'smtp' && findSender(mail.url)) || storeIdentity.companyEmail;
  return {
    host: values.HOST,
    port: values.STORE_API_PORT,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    allowedOrigins: values.STORE_API_ALLOWED_ORIGINS,
    shopUrl: values.SHOP_URL,
    publicUrl: values.PUBLIC_API_URL?.replace(/\/api\/v1$/, ''),
    trustedProxies: values.TRUSTED_PROXIES,
    sandbox,
    upiPayee: sandbox ? sandboxUpiPayee : values.UPI_PAYEE,
    mail,
    mailFrom: { name: storeIdentity.storeName, address: sender },
    limits: { windowSeconds, ...multiplied } as RateLimits,
    maxSessionsPerAccount: maxSessionsPerAccount * factor,
    loadLimits,
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
    ...(values.METRICS_PORT ? { metrics: values.METRICS_PORT } : {}),
  };
}
