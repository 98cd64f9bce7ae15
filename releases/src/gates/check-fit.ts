import * as v from 'valibot';
import { Release } from '../release/release';
import type { ShellContract } from '../release/shell-contract';
import type { ReleaseStore } from '../store/release-store';
import { contractVersionGate } from './contract-version.gate';
import type { GateContext, Problem } from './gate';
import { createSharedDependenciesGate } from './shared-dependencies.gate';

const refuse = async () => {
  throw new Error('Nothing is written while a build is compared with a shop.');
};

/** The release store is not in reach, so no finding names another shell that would fit. */
const emptyStore: ReleaseStore = {
  get: async () => null,
  list: async () => [],
  putIfAbsent: refuse,
  compareAndSwap: refuse,
  remove: refuse,
};

/** What a remote needs of its shell: the part of its release that decides whether it fits. */
const RemoteNeeds = v.pick(Release, [
  'app',
  'version',
  'consumes',
  'federationRuntime',
  'testedFederationRuntimes',
  'remoteContract',
  'contractRequired',
]);
export type RemoteNeeds = v.InferOutput<typeof RemoteNeeds>;

/** Takes what a remote needs out of the manifest of its build. @throws When the manifest is not one of a remote. */
export const parseRemoteNeeds = (manifest: unknown): RemoteNeeds => v.parse(RemoteNeeds, manifest);

/**
 * Checks whether a remote fits a shell, by the contract of the shell alone: the gates `contract-version` and
 * `shared-dependencies`. The other gates compare a remote with other remotes, and need the release store.
 *
 * @returns Problems and warnings, each with its remedy.
 */
export async function checkFit(remote: RemoteNeeds, shell: ShellContract): Promise<Problem[]> {
  const gates = [contractVersionGate, createSharedDependenciesGate()];
  // Both gates read only these fields of a shell and of a remote.
  const context = { store: emptyStore, shell, remotes: [remote] } as unknown as GateContext;
  return (await Promise.all(gates.map((gate) => gate.check(context)))).flat();
}
