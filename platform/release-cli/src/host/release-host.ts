import path from 'node:path';
import { reusePassedSmokeTests } from '@shop/releases/smoke-test/passed-smoke-tests';
import { readWebhooks, type Webhook } from '@shop/releases/webhooks/webhook-settings';
import { buildForRelease } from '../build/build-for-release';
import { hashSources } from '../build/source-fingerprint';
import { typeCheck } from '../build/type-check';
import { gateSources, listApps } from '../build/workspace';
import type { CommandHost } from '../cli/command';
import { findLocalService } from '../service/local-service';
import { findLogin } from '../service/login';
import { createServiceClient, type ServiceClient } from '../service/service-client';
import { createSmokeTest } from '../smoke-test/run-smoke-test';
import { openReleaseEnvironment, readReleaseStoreLocation } from './open-environment';
import { readHostSettings } from './settings';

/** Name of the person who acts where no one signs in: `RELEASE_USER`, else the user of the operating system. */
export const getLocalUser = (): string => readHostSettings().user;

/** Folder of the keys; null when a signer of another user has the signing key. */
export function getOwnKeysDir(): string | null {
  const { keysDir, signerSocket } = readHostSettings();
  return signerSocket === null ? keysDir : null;
}

/** Loads the webhooks that `RELEASE_WEBHOOKS` names; none without it. @throws When the file or a secret is invalid. */
export async function loadWebhooks(): Promise<Webhook[]> {
  const { webhooksFile } = readHostSettings();
  return webhooksFile === null ? [] : readWebhooks(webhooksFile);
}

/** Opens the release service of `RELEASE_STORE`, or the one that runs on this machine. @returns Null when there is none. */
async function openService(asksService: boolean): Promise<ServiceClient | null> {
  const location = readReleaseStoreLocation();
  if (location.kind === 'service') {
    return createServiceClient(await findLogin(location.url, readHostSettings().token, process.env));
  }
  const login = asksService ? await findLocalService(getLocalUser(), console.error) : null;
  return login && createServiceClient(login);
}

export const releaseHost: Omit<CommandHost, 'user' | 'webhooks' | 'keysDir'> = {
  openService,
  openEnvironment: openReleaseEnvironment,
  build: (app, options) => buildForRelease(app, { ...options, callerDir: readHostSettings().callerDir }),
  typeCheck,
  listApps,
  smokeTest: (candidate, live) =>
    reusePassedSmokeTests(createSmokeTest({ location: readReleaseStoreLocation() }), {
      file: path.join(readHostSettings().dataDir, 'passed-smoke-tests.json'),
      getVersion: () => hashSources(gateSources.inputs, gateSources.folder),
    })(candidate, live),
};
