import semver from 'semver';
import type { Release } from '../release/release';
import type { Gate } from './gate';

/** Older releases say only what they were built with: a shell provides that, a remote lives with it and what is newer. */
const getProvidedContract = (shell: Release) => shell.contractProvided ?? shell.remoteContract;
const getRequiredContract = (remote: Release) => remote.contractRequired ?? `^${remote.remoteContract}`;

/** The shell provides a remote contract that each remote can live with. */
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
