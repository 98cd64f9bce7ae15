import type { Release } from '../release/release';
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

/**
 * Checks whether a remote fits a shell, by the contract of the shell alone: the gates `contract-version` and
 * `shared-dependencies`. The other gates compare a remote with other remotes, and need the release store.
 *
 * @returns Problems and warnings, each with its remedy.
 */
export async function checkFit(remote: Release, shell: ShellContract): Promise<Problem[]> {
  const gates = [contractVersionGate, createSharedDependenciesGate()];
  // Both gates read only the fields of a shell that its contract has.
  const context = { store: emptyStore, shell: shell as Release, remotes: [remote] } as unknown as GateContext;
  return (await Promise.all(gates.map((gate) => gate.check(context)))).flat();
}
