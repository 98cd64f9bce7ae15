import { userInfo } from 'node:os';
import path from 'node:path';
import { readSettings, textSetting } from '@shop/server-settings/read-settings';
import { root } from '../build/workspace';

const schema = {
  /** Data of this machine: releases and keys. */
  DATA_DIR: textSetting('.data'),
  /** Folder of the signing key and of the trusted keys. */
  RELEASE_KEYS: textSetting(undefined),
  /** File of the release policy. */
  RELEASE_POLICY: textSetting(undefined),
  /** File of the webhooks that receive changes. */
  RELEASE_WEBHOOKS: textSetting(undefined),
  /** Name of the person who acts. */
  RELEASE_USER: textSetting(undefined),
  /** Folder in which the person typed the command; npm sets it. */
  INIT_CWD: textSetting(undefined),
};

/** Settings of the command line and of the console. Paths are absolute. */
export interface HostSettings {
  dataDir: string;
  keysDir: string;
  /** Whether `RELEASE_KEYS` names the folder of the keys. */
  hasOwnKeysDir: boolean;
  policyFile: string | null;
  webhooksFile: string | null;
  user: string;
  /** Folder against which paths on the command line are resolved. */
  callerDir: string;
}

/** Reads the settings from the process variables. @throws {SettingsError} */
export function readHostSettings(variables: NodeJS.ProcessEnv = process.env): HostSettings {
  const { DATA_DIR, RELEASE_KEYS, RELEASE_POLICY, RELEASE_WEBHOOKS, RELEASE_USER, INIT_CWD } = readSettings(
    schema,
    variables,
  );
  const dataDir = path.resolve(root, DATA_DIR);
  return {
    dataDir,
    keysDir: RELEASE_KEYS ? path.resolve(root, RELEASE_KEYS) : path.join(dataDir, 'release-keys'),
    hasOwnKeysDir: RELEASE_KEYS !== undefined,
    policyFile: RELEASE_POLICY ? path.resolve(INIT_CWD ?? '.', RELEASE_POLICY) : null,
    webhooksFile: RELEASE_WEBHOOKS ? path.resolve(INIT_CWD ?? '.', RELEASE_WEBHOOKS) : null,
    user: RELEASE_USER ?? userInfo().username,
    callerDir: INIT_CWD ?? root,
  };
}
