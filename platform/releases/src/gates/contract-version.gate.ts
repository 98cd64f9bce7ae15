import semver from 'semver';
import type { Release } from '../release/release';
import type { Gate } from './gate';

/** Older releases record only the contract that they were built with. A shell provides it, and a remote requires it or a compatible newer one. */
const getProvidedContract = (shell: Release) => shell.contractProvided ?? shell.remoteContract;
const getRequiredContract = (remote: Release) => remote.contractRequired ?? `^${remote.remoteContract}`;

/** The gate that requires the shell to provide a remote contract in the range of every remote. */
export const contractVersionGate: Gate = {
  name: 'contract-version',
  check: ({ shell, remotes }) => {
    const provided = getProvidedContract(shell);
    return remotes
      .filter((remote) => !semver.satisfies(provided, getRequiredContract(remote)))
      .map((remote) => ({
        app: remote.app,
        problem: `it requires remote contract ${getRequiredContract(remote)}, and shell ${shell.version} provides ${provided}`,
        remedy: semver.ltr(provided, getRequiredContract(remote))
          ? 'promote a newer shell first, or together with it'
          : `build ${remote.app} for the current contract`,
      }));
  },
};
