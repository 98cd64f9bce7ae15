import { userInfo } from 'node:os';
import path from 'node:path';
import { originListSetting, readSettings, textSetting } from '@shop/server-settings/read-settings';
import * as v from 'valibot';
import { root } from '../build/workspace';
import { findCallerDir, findShopUrl } from './caller';

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
    user: settings.RELEASE_USER ?? userInfo().username,
    /** Addresses of the gateways as this machine reaches them; empty when it reaches the shop. */
    gatewayUrls: settings.GATEWAY_URLS,
    /** Token for a release service. */
    token: settings.RELEASE_TOKEN,
    callerDir: findCallerDir(variables),
  };
}

/** Lists the addresses that say what the shop serves: those of `GATEWAY_URLS`, or the shop that `--shop-url` names. */
export function listWaitAddresses(shopUrl: string): string[] {
  const { gatewayUrls } = readHostSettings();
  return gatewayUrls.length > 0 && shopUrl === findShopUrl() ? gatewayUrls : [shopUrl];
}
