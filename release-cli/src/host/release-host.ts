import { userInfo } from 'node:os';
import path from 'node:path';
import { type Policy, readPolicy } from '@shop/releases/policy/policy';
import { buildForRelease } from '../build/build-for-release';
import { listApps } from '../build/workspace';
import type { CommandHost } from '../cli/command';
import { bootFrom } from '../smoke-test/run-smoke-test';
import { openReleaseEnvironment, releaseStoreLocation } from './open-environment';

/** Who acts where nobody signs in. */
export const localUser = () => process.env.RELEASE_USER || userInfo().username;

/** The policy that `RELEASE_POLICY` names; null when it names none. @throws A sentence that says what is wrong with it. */
export async function openPolicy(): Promise<Policy | null> {
  const file = process.env.RELEASE_POLICY;
  return file ? readPolicy(path.resolve(process.env.INIT_CWD ?? '.', file)) : null;
}

/** What releases are changed with here, from the command line and from the console alike. */
export const releaseHost: Omit<CommandHost, 'user' | 'policy'> = {
  openEnvironment: openReleaseEnvironment,
  build: buildForRelease,
  apps: listApps,
  bootComposition: (candidate) => bootFrom({ location: releaseStoreLocation() })(candidate),
};
