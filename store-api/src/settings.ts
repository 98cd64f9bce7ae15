import { resolve } from 'node:path';
import { packageRoot } from './package-root';

/** Everything the store API takes from its environment, read once at start. README.md lists the variables. */
export interface StoreApiSettings {
  /** Address to listen on instead of the loopback addresses: in a container, where others must reach it. */
  host?: string;
  /** TCP port; 0 lets the system choose, for tests. */
  port: number;
  /** Absolute folder of everything the server keeps: the PGlite database, its lock and the operator's note. */
  dataDir: string;
  /** A `postgres://` URL; absent means PGlite in `dataDir`. */
  databaseUrl?: string;
  /** Origins allowed besides those of the local host. */
  allowedOrigins: string[];
  /** Where shoppers are sent after a payment when the request names no allowed origin. No trailing slash. */
  storefrontUrl: string;
  /** How the world reaches this server, when a proxy stands before it. No trailing slash. */
  publicUrl?: string;
  /** Believes X-Forwarded-* headers. */
  trustProxy: boolean;
  /** Plays the bank, and keeps the demo account. */
  sandbox: boolean;
  limits: RateLimits;
  logLevel: string;
}

/** How many attempts a window allows; the window is in seconds. */
export interface RateLimits {
  windowSeconds: number;
  signInFailuresPerAccount: number;
  signInFailuresPerAddress: number;
  trackingFailuresPerAddress: number;
  registrationsPerAddress: number;
}

/** A setting that cannot be used; the message is one message for the operator. */
export class SettingsError extends Error {}

type Environment = Record<string, string | undefined>;

const repositoryRoot = resolve(packageRoot, '..');

/**
 * Reads the settings from environment variables. Blank variables count as absent.
 *
 * @throws SettingsError with one message that names the variable.
 */
export function readSettings(env: Environment): StoreApiSettings {
  const text = (name: string) => env[name]?.trim() || undefined;
  const production = text('NODE_ENV') === 'production';
  return {
    host: text('STORE_API_HOST'),
    port: wholeNumber(env, 'STORE_API_PORT', 8044, 0, 65_535),
    dataDir: resolve(repositoryRoot, text('DATA_DIR') ?? '.data'),
    databaseUrl: databaseUrl(text('DATABASE_URL')),
    allowedOrigins: origins(text('STORE_API_ALLOWED_ORIGINS')),
    storefrontUrl: webAddress('STOREFRONT_URL', text('STOREFRONT_URL') ?? 'http://localhost:3000'),
    publicUrl: text('STORE_API_PUBLIC_URL') && webAddress('STORE_API_PUBLIC_URL', text('STORE_API_PUBLIC_URL') ?? ''),
    trustProxy: onOrOff(env, 'TRUST_PROXY', false),
    sandbox: onOrOff(env, 'SANDBOX', !production),
    limits: {
      windowSeconds: wholeNumber(env, 'LIMIT_WINDOW_SECONDS', 900, 1, 86_400),
      signInFailuresPerAccount: wholeNumber(env, 'LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT', 10, 1, 1_000_000),
      signInFailuresPerAddress: wholeNumber(env, 'LIMIT_SIGN_IN_FAILURES', 100, 1, 1_000_000),
      trackingFailuresPerAddress: wholeNumber(env, 'LIMIT_TRACKING_FAILURES', 60, 1, 1_000_000),
      registrationsPerAddress: wholeNumber(env, 'LIMIT_REGISTRATIONS', 1000, 1, 1_000_000),
    },
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'warn', ['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  };
}

function wholeNumber(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const text = env[name]?.trim();
  if (!text) return fallback;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < least || number > most) {
    throw new SettingsError(`${name} must be a whole number from ${least} to ${most}, and it is "${text}".`);
  }
  return number;
}

function onOrOff(env: Environment, name: string, fallback: boolean): boolean {
  const text = env[name]?.trim().toLowerCase();
  if (!text) return fallback;
  if (['on', 'true', '1', 'yes'].includes(text)) return true;
  if (['off', 'false', '0', 'no'].includes(text)) return false;
  throw new SettingsError(`${name} must be on or off, and it is "${text}".`);
}

function oneOf(name: string, value: string, allowed: string[]): string {
  if (allowed.includes(value)) return value;
  throw new SettingsError(`${name} must be one of ${allowed.join(', ')}, and it is "${value}".`);
}

/** An http or https address without credentials, query or trailing slash. */
function webAddress(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash) {
    // The value may hold a password: it is not repeated.
    throw new SettingsError(`${name} must be a plain address such as https://shop.example.`);
  }
  return url.href.replace(/\/+$/, '');
}

function origins(list: string | undefined): string[] {
  const entries = (list ?? '').split(',').map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => new URL(webAddress('STORE_API_ALLOWED_ORIGINS', entry)).origin);
}

function databaseUrl(value: string | undefined): string | undefined {
  if (value === undefined || /^postgres(ql)?:\/\//.test(value)) return value;
  // The value may hold a password: it is not repeated.
  throw new SettingsError('DATABASE_URL must start with postgres:// or postgresql://.');
}
