import { join, resolve } from 'node:path';
import type { OrderAmountStyle } from '@shop/money/format';
import { drainSecondsSetting } from '@shop/server-runtime/graceful-shutdown';
import { type LogLevel, logLevelSetting } from '@shop/server-runtime/logs/server-log';
import {
  baseUrlSetting,
  choiceSetting,
  integerSetting,
  networkListSetting,
  optionalPortSetting,
  originListSetting,
  readSettings,
  removedSetting,
  switchSetting,
  textSetting,
} from '@shop/server-settings/read-settings';
import * as v from 'valibot';
import { storeIdentity } from '../catalog/store-identity';
import type { MailAddress, MailSetting } from './mail/mail-transport';
import type { LoadLimits } from './overload/overload-protection';
import { packageRoot } from './package-root';

/** Settings of the store API. README.md documents the variables. */
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
  /** Transport of e-mails to shoppers. */
  mail: MailSetting;
  /** Sender of e-mails. */
  mailFrom: MailAddress;
  /** Style of amounts in e-mails, as in the shop's order views. */
  orderAmounts: OrderAmountStyle;
  limits: RateLimits;
  /** Sessions that one account may have. A further sign-in ends the oldest one. */
  maxSessionsPerAccount: number;
  /** Load above which the server refuses requests. */
  loadLimits: LoadLimits;
  /** Connections of clients. Further ones are closed at once. */
  maxConnections: number;
  /** Seconds between SIGTERM and the close, in which the server responds and `/readyz` is 503. */
  drainSeconds: number;
  /** Address of the metrics. Absent: there are none. */
  metrics?: { port: number; host: string };
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
  /** Orders of one account that wait for payment. It has no window. */
  unpaidOrdersPerAccount: number;
}

const attemptsSetting = (fallback: number) => integerSetting({ min: 1, max: 1_000_000, fallback });

const mailTransportSetting = v.optional(
  v.pipe(
    v.string(),
    v.check(
      (text) => text === 'off' || /^file:./.test(text) || (/^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)),
      'give file:<folder>, smtp://host:port, smtps://host:port or off',
    ),
  ),
);

const mailFromSetting = v.optional(
  v.pipe(v.string(), v.regex(/^[^\s@<>,]+@[^\s@<>,]+$/, 'give an e-mail address such as shop@example.com')),
  storeIdentity.companyEmail,
);

const databaseUrlSetting = v.optional(
  v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'give a URL that starts with postgres:// or postgresql://')),
);

const schema = {
  STORE_API_HOST: textSetting(undefined),
  STORE_API_PORT: integerSetting({ min: 0, max: 65_535, fallback: 8044 }),
  DATA_DIR: textSetting('.data'),
  DATABASE_URL: databaseUrlSetting,
  STORE_API_ALLOWED_ORIGINS: originListSetting,
  SHOP_URL: baseUrlSetting('http://localhost:3000'),
  STORE_API_PUBLIC_URL: baseUrlSetting(undefined),
  TRUSTED_PROXIES: networkListSetting,
  MAIL_TRANSPORT: mailTransportSetting,
  MAIL_FROM: mailFromSetting,
  ORDER_AMOUNTS: choiceSetting(['dollar', 'rupee'], 'dollar'),
  LIMIT_WINDOW_SECONDS: integerSetting({ min: 1, max: 86_400, fallback: 900 }),
  LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: attemptsSetting(10),
  LIMIT_SIGN_IN_FAILURES: attemptsSetting(100),
  LIMIT_TRACKING_FAILURES: attemptsSetting(60),
  LIMIT_REGISTRATIONS: attemptsSetting(1000),
  LIMIT_ORDERS_PER_ACCOUNT: attemptsSetting(60),
  LIMIT_ORDERS: attemptsSetting(1000),
  LIMIT_ORDER_MAILS_PER_ACCOUNT: attemptsSetting(5),
  LIMIT_ORDER_MAILS: attemptsSetting(20),
  LIMIT_ALL_ORDER_MAILS: attemptsSetting(500),
  LIMIT_PAYMENTS_PER_ACCOUNT: attemptsSetting(60),
  LIMIT_PAYMENTS: attemptsSetting(1000),
  LIMIT_UNPAID_ORDERS: attemptsSetting(100),
  MAX_SESSIONS_PER_ACCOUNT: integerSetting({ min: 1, max: 10_000, fallback: 50 }),
  MAX_EVENT_LOOP_DELAY_MS: integerSetting({ min: 20, max: 60_000, fallback: 1000 }),
  MAX_PENDING_REQUESTS: integerSetting({ min: 1, max: 1_000_000, fallback: 200 }),
  MAX_RSS_MB: integerSetting({ min: 0, max: 1_048_576, fallback: 0 }),
  MAX_CONNECTIONS: integerSetting({ min: 1, max: 1_000_000, fallback: 4000 }),
  DRAIN_SECONDS: drainSecondsSetting,
  LOG_LEVEL: logLevelSetting,
  STORE_API_METRICS_PORT: optionalPortSetting,
  STORE_API_METRICS_HOST: textSetting('127.0.0.1'),
  SHUTDOWN_DELAY_SECONDS: removedSetting('set DRAIN_SECONDS instead'),
  STOREFRONT_URL: removedSetting('set SHOP_URL instead'),
  TRUST_PROXY: removedSetting('set TRUSTED_PROXIES to the addresses and networks of your proxies instead'),
};

const repositoryRoot = resolve(packageRoot, '..');

/**
 * Reads the settings from process variables. A blank variable counts as absent.
 *
 * @throws {SettingsError} When a variable is invalid. The message names each invalid variable.
 */
export function readStoreApiSettings(variables: NodeJS.ProcessEnv): StoreApiSettings {
  const isProduction = variables.NODE_ENV?.trim() === 'production';
  const values = readSettings({ ...schema, SANDBOX: switchSetting(!isProduction) }, variables);
  const dataDir = resolve(repositoryRoot, values.DATA_DIR);
  return {
    host: values.STORE_API_HOST,
    port: values.STORE_API_PORT,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    allowedOrigins: values.STORE_API_ALLOWED_ORIGINS,
    shopUrl: values.SHOP_URL,
    publicUrl: values.STORE_API_PUBLIC_URL,
    trustedProxies: values.TRUSTED_PROXIES,
    sandbox: values.SANDBOX,
    mail: parseMailSetting(values.MAIL_TRANSPORT, dataDir),
    mailFrom: { name: storeIdentity.storeName, address: values.MAIL_FROM },
    orderAmounts: values.ORDER_AMOUNTS,
    limits: {
      windowSeconds: values.LIMIT_WINDOW_SECONDS,
      signInFailuresPerAccount: values.LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT,
      signInFailuresPerAddress: values.LIMIT_SIGN_IN_FAILURES,
      trackingFailuresPerAddress: values.LIMIT_TRACKING_FAILURES,
      registrationsPerAddress: values.LIMIT_REGISTRATIONS,
      ordersPerAccount: values.LIMIT_ORDERS_PER_ACCOUNT,
      ordersPerAddress: values.LIMIT_ORDERS,
      orderMailsPerAccount: values.LIMIT_ORDER_MAILS_PER_ACCOUNT,
      orderMailsPerAddress: values.LIMIT_ORDER_MAILS,
      orderMails: values.LIMIT_ALL_ORDER_MAILS,
      paymentsPerAccount: values.LIMIT_PAYMENTS_PER_ACCOUNT,
      paymentsPerAddress: values.LIMIT_PAYMENTS,
      unpaidOrdersPerAccount: values.LIMIT_UNPAID_ORDERS,
    },
    maxSessionsPerAccount: values.MAX_SESSIONS_PER_ACCOUNT,
    loadLimits: {
      maxEventLoopDelayMs: values.MAX_EVENT_LOOP_DELAY_MS,
      maxPendingRequests: values.MAX_PENDING_REQUESTS,
      maxRssBytes: values.MAX_RSS_MB * 1024 * 1024,
    },
    maxConnections: values.MAX_CONNECTIONS,
    drainSeconds: values.DRAIN_SECONDS,
    logLevel: values.LOG_LEVEL,
    ...(values.STORE_API_METRICS_PORT === undefined
      ? {}
      : { metrics: { port: values.STORE_API_METRICS_PORT, host: values.STORE_API_METRICS_HOST } }),
  };
}

function parseMailSetting(text: string | undefined, dataDir: string): MailSetting {
  if (text === 'off') return { kind: 'off' };
  if (text?.startsWith('smtp')) return { kind: 'smtp', url: text };
  const folder = text ? resolve(repositoryRoot, text.slice('file:'.length)) : join(dataDir, 'mail');
  return { kind: 'file', folder };
}
