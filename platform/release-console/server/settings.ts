import { drainSecondsSetting } from '@shop/server-runtime/graceful-shutdown';
import {
  baseUrlSetting,
  databaseUrlSetting,
  networkListSetting,
  portSetting,
  readSettings,
  SettingsError,
  textSetting,
  urlSetting,
} from '@shop/server-settings/read-settings';
import * as v from 'valibot';

/** Process variables of the release service, besides those of the command line. The gateway and the store API document those that they have too. */
export const consoleVariables = {
  CONSOLE_PORT: v.pipe(portSetting(3300), v.description('port of the release service and its console')),
  CONSOLE_URL: v.pipe(
    baseUrlSetting(undefined),
    v.description('address of the release service as people type it; without it http://127.0.0.1 with its port'),
  ),
  OIDC_ISSUER: v.pipe(
    urlSetting(undefined),
    v.description(
      'identity provider (OpenID Connect) of the release service; without it the service asks who you are, and offers demo people on this machine only',
    ),
  ),
  OIDC_CLIENT_ID: v.pipe(
    textSetting(undefined),
    v.description('client id of the release service at its identity provider'),
  ),
  OIDC_CLIENT_SECRET: v.pipe(textSetting(undefined), v.description('client secret of the release service')),
  /** Address to listen on with an identity provider. */
  HOST: textSetting('127.0.0.1'),
  DRAIN_SECONDS: drainSecondsSetting,
  /** Proxies in front, whose `X-Forwarded-For` names the client. */
  TRUSTED_PROXIES: networkListSetting,
  /** PostgreSQL database for sessions, tokens, approvals, schedules and the policy. */
  DATABASE_URL: databaseUrlSetting,
  /** Address of the shop, for preview links. */
  SHOP_URL: baseUrlSetting(undefined),
  PROMETHEUS_URL: v.pipe(
    baseUrlSetting(undefined),
    v.description(
      'address of the Prometheus that the canary monitor of the release service asks for the values that `halts` of the policy limits',
    ),
  ),
  /** Environment that is opened at the start. */
  RELEASE_ENV: textSetting('production'),
};

export type ServiceSettings = ReturnType<typeof readServiceSettings>;

const loopback = '127.0.0.1';

/**
 * Reads the settings of the release service.
 *
 * @returns `publicUrl` has no slash at its end. Without `provider` the service offers demo people, on loopback.
 * @throws {SettingsError} When a variable is invalid, or does not fit the others.
 */
export function readServiceSettings(variables: NodeJS.ProcessEnv) {
  const settings = readSettings(consoleVariables, variables);
  const {
    CONSOLE_PORT: port,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
  } = settings;
  const publicUrl = new URL(settings.CONSOLE_URL ?? `http://${loopback}:${port}`).origin;
  if (settings.CONSOLE_URL !== undefined && settings.CONSOLE_URL !== publicUrl) {
    throw new SettingsError(
      `CONSOLE_URL is "${settings.CONSOLE_URL}": give an address without a path, such as ${publicUrl}.`,
    );
  }
  const common = {
    port,
    publicUrl,
    trustedProxies: settings.TRUSTED_PROXIES,
    databaseUrl: settings.DATABASE_URL,
    shopUrl: settings.SHOP_URL,
    prometheusUrl: settings.PROMETHEUS_URL,
    drainSeconds: settings.DRAIN_SECONDS,
    env: settings.RELEASE_ENV,
  };
  if (issuer === undefined && variables.NODE_ENV?.trim() === 'production') {
    throw new SettingsError(
      'OIDC_ISSUER is not set: set it, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and CONSOLE_URL. Demo people sign in only without NODE_ENV=production.',
    );
  }
  if (issuer === undefined) {
    if (new URL(publicUrl).hostname === loopback) return { ...common, host: loopback, provider: null };
    throw new SettingsError(
      `CONSOLE_URL is "${publicUrl}" without OIDC_ISSUER: set the identity provider with which people sign in, or leave CONSOLE_URL out.`,
    );
  }
  if (clientId === undefined || clientSecret === undefined) {
    throw new SettingsError('OIDC_ISSUER is set: set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET too.');
  }
  return { ...common, host: settings.HOST, provider: { issuer, clientId, clientSecret } };
}
