import { userInfo } from 'node:os';
import path from 'node:path';
import type { CommandHost } from '@shop/releases/cli/command';
import { type Policy, readPolicy } from '@shop/releases/policy/policy';
import { listApps } from './apps';
import { bootFrom } from './boot/boot-composition';
import { buildForRelease } from './build-apps';
import { openReleaseEnvironment, releaseStoreLocation } from './release-environment';

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
