import semver from 'semver';
import type { Release } from '../release/release';
import type { Gate, Problem } from './gate';

/** The gate that requires the shell to provide the versions that remotes need, and one version of React and react-dom. */
export const sharedDependenciesGate: Gate = {
  name: 'shared-dependencies',
  check: ({ shell, remotes }) => [...checkReactPair(shell), ...remotes.flatMap((remote) => checkRemote(remote, shell))],
};

function checkReactPair({ app, provides }: Release): Problem[] {
  const [react, dom] = [provides.react?.version, provides['react-dom']?.version];
  if (react === dom) return [];
  return [
    {
      app,
      problem: `it provides react ${react ?? 'not at all'} with react-dom ${dom ?? 'not at all'}`,
      remedy: 'build the shell with one version of both',
    },
  ];
}

function checkRemote(remote: Release, shell: Release): Problem[] {
  const problems = Object.entries(remote.consumes).flatMap(([key, { range }]): Problem[] => {
    const provided = shell.provides[key]?.version;
    if (provided && semver.satisfies(provided, range)) return [];
    const has = provided ? `has ${provided}` : 'does not provide it';
    return [
      {
        app: remote.app,
        problem: `it needs ${key} ${range}, and shell ${shell.version} ${has}`,
        remedy: provided
          ? `promote a shell that provides ${key} ${range}, or build ${remote.app} against ${provided}`
          : `promote a shell that provides ${key}`,
      },
    ];
  });
  return [...problems, ...checkRuntime(remote, shell)];
}

/** The federation runtime is compatible between remote and shell within a minor version. */
function checkRuntime(remote: Release, shell: Release): Problem[] {
  if (semver.satisfies(shell.federationRuntime, `~${remote.federationRuntime}`, { includePrerelease: true })) return [];
  return [
    {
      app: remote.app,
      problem: `it was built for federation runtime ${remote.federationRuntime}, and shell ${shell.version} runs ${shell.federationRuntime}`,
      remedy: 'build both with one version of @module-federation/enhanced',
    },
  ];
}
