import semver from 'semver';
import type { Release } from '../release/release';
import type { Gate } from './gate';

/** Older releases say only what they were built with: a shell provides that, a remote lives with it and what is newer. */
const providedBy = (shell: Release) => shell.contractProvided ?? shell.remoteContract;
const requiredBy = (remote: Release) => remote.contractRequired ?? `^${remote.remoteContract}`;

/** The shell provides a remote contract that each remote can live with. */
export const contract: Gate = {
  name: 'contract',
  check: ({ shell, remotes }) => {
    const provided = providedBy(shell);
    return remotes
      .filter((remote) => !semver.satisfies(provided, requiredBy(remote)))
      .map((remote) => ({
        app: remote.app,
        problem: `it requires remote contract ${requiredBy(remote)}, and shell ${shell.version} provides ${provided}`,
        remedy: semver.ltr(provided, requiredBy(remote))
          ? 'promote a newer shell first, or together with it'
          : `build ${remote.app} for the current contract`,
      }));
  },
};
