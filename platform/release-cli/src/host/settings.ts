import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { readPort } from '@shop/server-settings/port';
import {
  baseUrlSetting,
  originListSetting,
  readSettings,
  SettingsError,
  textSetting,
} from '@shop/server-settings/read-settings';
import * as v from 'valibot';
import { root } from '../build/workspace';
import { findCallerDir } from './caller';

/** Process variables of the command line and of the console. The gateway documents those that it has too. */
export const hostVariables = {
  DATA_DIR: textSetting('.data'),
  RELEASE_KEYS: textSetting(undefined),
  RELEASE_SIGNER: v.pipe(textSetting(undefined), v.description('socket of a signer of another user')),
  RELEASE_WEBHOOKS: v.pipe(textSetting(undefined), v.description('file of the webhooks that receive changes')),
  RELEASE_USER: v.pipe(
    textSetting(undefined),
    v.description('name of the person who acts; default the user of the operating system'),
  ),
  GATEWAY_URLS: v.pipe(
    originListSetting,
    v.description(
      'addresses of the gateways that `--wait` asks, where the command cannot reach `SHOP_URL`; default `SHOP_URL`',
    ),
  ),
  RELEASE_TOKEN: v.pipe(textSetting(undefined), v.description('token for a release service; default that of `login`')),
};

/** Folder in which the person typed the command; npm sets it. */
const npmVariables = { INIT_CWD: textSetting(undefined) };

/** Variables of earlier versions. Ignoring one would drop a protection that it gave. */
const removedVariables = {
  RELEASE_POLICY: v.undefined('leave it out, and import the file with npm run console -- import-policy FILE'),
};

/** Name of the user of the operating system. @throws {SettingsError} When it has none: `docker run --user` takes any number. */
function getUserName(): string {
  try {
    return userInfo().username;
  } catch {
    throw new SettingsError('RELEASE_USER is not set, and this user of the system has no name: set it to your name.');
  }
}

/** Reads the settings from the process variables. @throws {SettingsError} */
export function readHostSettings(variables: NodeJS.ProcessEnv = process.env) {
  const settings = readSettings({ ...hostVariables, ...npmVariables, ...removedVariables }, variables);
  const { RELEASE_KEYS, RELEASE_SIGNER, RELEASE_WEBHOOKS, INIT_CWD } = settings;
  const dataDir = path.resolve(root, settings.DATA_DIR);
  return {
    dataDir,
    keysDir: RELEASE_KEYS ? path.resolve(root, RELEASE_KEYS) : path.join(dataDir, 'release-keys'),
    /** Whether `RELEASE_KEYS` names the folder of the keys. */
    hasOwnKeysDir: RELEASE_KEYS !== undefined,
    /** Socket of a signer of another user. Null: this process starts a signer of its own. */
    signerSocket: RELEASE_SIGNER ? path.resolve(root, RELEASE_SIGNER) : null,
    webhooksFile: RELEASE_WEBHOOKS ? path.resolve(INIT_CWD ?? '.', RELEASE_WEBHOOKS) : null,
    user: settings.RELEASE_USER ?? getUserName(),
    /** Addresses of the gateways as this machine reaches them; empty when it reaches the shop. */
    gatewayUrls: settings.GATEWAY_URLS,
    /** Token for a release service. */
    token: settings.RELEASE_TOKEN,
    callerDir: findCallerDir(variables),
  };
}

/** File with the address of the shop that `npm start` runs on this machine. */
export const getShopUrlFile = (): string => path.join(readHostSettings().dataDir, 'shop-url');

function readRunningShopUrl(): string {
  try {
    return readFileSync(getShopUrlFile(), 'utf8').trim().replace(/\/+$/, '');
  } catch {
    return '';
  }
}

/**
 * Finds the address of the shop that links are made for: `SHOP_URL`, else the address of the shop that `npm start` runs
 * on this machine, else `http://localhost` with `PORT` or 3000.
 *
 * @returns Without a slash at the end.
 * @throws {SettingsError} When the variable is invalid.
 */
export function findShopUrl(): string {
  const { SHOP_URL } = readSettings({ SHOP_URL: baseUrlSetting(undefined) }, process.env);
  return SHOP_URL ?? (readRunningShopUrl() || `http://localhost:${readPort('PORT', 3000).port}`);
}

/** Lists the addresses that say what the shop serves: those of `GATEWAY_URLS`, or the shop that `--shop-url` names. */
export function listWaitAddresses(shopUrl: string): string[] {
  const { gatewayUrls } = readHostSettings();
  return gatewayUrls.length > 0 && shopUrl === findShopUrl() ? gatewayUrls : [shopUrl];
}
