import semver from 'semver';
import type { Gate } from './gate';

/** The shell keeps the remote contract that each remote was built for: same major version, and at least as new. */
export const contract: Gate = {
  name: 'contract',
  check: ({ shell, remotes }) =>
    remotes
      .filter((remote) => !semver.satisfies(shell.remoteContract, `^${remote.remoteContract}`))
      .map((remote) => ({
        app: remote.app,
        problem: `it was built for remote contract ${remote.remoteContract}, and shell ${shell.version} keeps ${shell.remoteContract}`,
        remedy:
          semver.major(shell.remoteContract) < semver.major(remote.remoteContract) ||
          semver.lt(shell.remoteContract, remote.remoteContract)
            ? 'promote a newer shell first, or together with it'
            : `build ${remote.app} for the current contract`,
      })),
};
