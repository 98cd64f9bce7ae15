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

/**
 * The federation runtime is compatible between remote and shell within a minor version. Its build metadata says `thin` for the
 * thin runtime: such a remote runs in every shell, and a shell of the thin runtime runs such remotes only.
 */
function checkRuntime(remote: Release, shell: Release): Problem[] {
  const { app, federationRuntime: built } = remote;
  const { version, federationRuntime: provided } = shell;
  if (!semver.satisfies(provided, `~${built}`, { includePrerelease: true })) {
    return [
      {
        app,
        problem: `it was built for federation runtime ${built}, and shell ${version} runs ${provided}`,
        remedy: 'build both with one version of @module-federation/enhanced',
      },
    ];
  }
  if (!isThin(provided) || isThin(built)) return [];
  return [
    {
      app,
      problem: `it needs the full federation runtime (${built}), and shell ${version} has the thin one (${provided})`,
      remedy: `build ${app} with the thin runtime and promote it before the shell or together with it, or promote a shell of the full runtime`,
    },
  ];
}

const isThin = (runtime: string): boolean => semver.parse(runtime)?.build.includes('thin') ?? false;
