import semver from 'semver';
import { listReleases } from '../release/list-releases';
import { readReleaseIfPresent } from '../release/read-release';
import type { ConsumedModule, Release } from '../release/release';
import type { RemoteNeeds, ShellContract } from '../release/shell-contract';
import type { ReleaseStore } from '../store/release-store';
import type { Gate, Problem } from './gate';

/** What the gates of this file read. */
interface FitContext {
  /** Absent where it is not in reach: no finding then names another release that would fit. */
  store?: ReleaseStore;
  shell: ShellContract;
  remotes: readonly RemoteNeeds[];
}

type FitGate = Omit<Gate, 'check'> & { check: (context: FitContext) => Promise<Problem[]> | Problem[] };

/**
 * Creates the gate that requires the shell to provide the shared modules that remotes were compiled with: a version in their
 * range, and every export that they use. It also requires one version of React and react-dom, and a compatible federation
 * runtime. It warns about exports whose removal is due.
 *
 * @param now Gives the current time, for the dates of deprecated exports.
 */
export const createSharedDependenciesGate = (now: () => Date = () => new Date()): FitGate => ({
  name: 'shared-dependencies',
  check: async ({ store, shell, remotes }) => {
    const checked = remotes.map((remote) => checkRemote(store, remote, shell));
    return [
      ...checkReactPair(shell),
      ...(await Promise.all(checked)).flat(),
      ...remotes.flatMap((remote) => listOverdueExports(remote, shell, now())),
    ];
  },
});

function checkReactPair({ app, provides }: ShellContract): Problem[] {
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

async function checkRemote(
  store: ReleaseStore | undefined,
  remote: RemoteNeeds,
  shell: ShellContract,
): Promise<Problem[]> {
  const unmet = Object.entries(remote.consumes).filter(([key, consumed]) => !providesModule(shell, key, consumed));
  const isSearched = store && unmet.length > 0;
  const fitting = isSearched ? await findFittingReleases(store, remote, shell) : { shell: null, remote: null };
  return [
    ...unmet.map(([key, consumed]) => ({
      app: remote.app,
      problem: formatUnmet(key, consumed, remote, shell),
      key: formatUnmetKey(key, consumed, remote, shell),
      remedy: formatRemedy(key, consumed, remote, shell, fitting),
    })),
    ...checkRuntime(remote, shell),
  ];
}

/** Identifies what a shell does not provide, whatever the version of the shell. */
function formatUnmetKey(key: string, consumed: ConsumedModule, { app, version }: RemoteNeeds, shell: ShellContract) {
  const { missing, outdated } = compareExports(key, consumed, shell);
  const lacks = shell.provides[key] ? [...missing, ...outdated].sort().join(', ') : 'module';
  return `${app}@${version} ${key} ${lacks}`;
}

function formatUnmet(key: string, consumed: ConsumedModule, remote: RemoteNeeds, shell: ShellContract): string {
  const { range, version } = consumed;
  const provided = shell.provides[key]?.version;
  if (!provided) return `${remote.version} needs ${key} ${range}, and shell ${shell.version} does not provide it`;
  const { missing, outdated } = compareExports(key, consumed, shell);
  const has = `shell ${shell.version} has ${key} ${provided}`;
  if (missing.length + outdated.length === 0) return `${remote.version} needs ${key} ${range}, and ${has}`;
  const lacks = [
    ...(missing.length > 0 ? [`without ${missing.join(', ')}`] : []),
    ...(outdated.length > 0 ? [`with an earlier ${outdated.join(', ')}`] : []),
  ].join(' and ');
  const used = [...missing, ...outdated].map((name) => `${name} (since ${consumed.exports[name]})`);
  return `${remote.version} uses ${used.join(', ')} of ${key} ${version}, and ${has} ${lacks}`;
}

/** The newest published releases with which a remote or its shell fits. Null: there is none. */
interface FittingReleases {
  shell: Release | null;
  /** Another release of the remote, which the shell fits. */
  remote: Release | null;
}

function formatRemedy(
  key: string,
  { range, version }: ConsumedModule,
  { app }: RemoteNeeds,
  shell: ShellContract,
  fitting: FittingReleases,
): string {
  const provided = shell.provides[key]?.version;
  const isNewer = provided !== undefined && semver.lt(version, provided);
  const rebuild = `build ${app} against shell ${shell.version}${provided ? ` (${key} ${provided})` : ''}`;
  if (isNewer) {
    return fitting.remote
      ? `promote ${app} ${fitting.remote.version} in its place, which fits shell ${shell.version}`
      : rebuild;
  }
  return fitting.shell
    ? `promote shell ${fitting.shell.version}, which provides it, before ${app} or together with it, or ${rebuild}`
    : `publish and promote a shell that provides ${key} ${range}, or ${rebuild}`;
}

/** Lists the exports that a remote uses although their removal is due. They are warnings: the shell still provides them. */
function listOverdueExports(remote: RemoteNeeds, shell: ShellContract, now: Date): Problem[] {
  const today = now.toISOString().slice(0, 10);
  return Object.entries(remote.consumes).flatMap(([key, { exports }]) =>
    Object.entries(shell.provides[key]?.deprecated ?? {})
      .filter(([name, { removedAfter }]) => Object.hasOwn(exports, name) && removedAfter < today)
      .map(([name, { since, removedAfter, remedy }]) => ({
        app: remote.app,
        problem: `${remote.version} uses ${name} of ${key}, which is deprecated since ${since} and may be removed after ${removedAfter}`,
        remedy: `use ${remedy.replace(/^use /, '')} before a shell without ${name} is promoted`,
        isWarning: true as const,
      })),
  );
}

/**
 * A release records the federation runtimes that its workspace was tested with. The newer of remote and shell decides: its range
 * must contain the runtime of the other one. The build metadata of a runtime says `thin` for the thin runtime: such a remote runs
 * in every shell. It says `self-contained` for a remote that contains the official runtime, which needs the share scope of a shell
 * and nothing else. Any other remote takes the official runtime from its shell, and the thin one does not have it.
 */
function checkRuntime(remote: RemoteNeeds, shell: ShellContract): Problem[] {
  const { app, federationRuntime: built } = remote;
  if (hasMark(built, 'self-contained')) return [];
  const { version, federationRuntime: provided } = shell;
  const isTested =
    semver.satisfies(built, shell.testedFederationRuntimes, { includePrerelease: true }) ||
    semver.satisfies(provided, remote.testedFederationRuntimes, { includePrerelease: true });
  if (!isTested) {
    return [
      {
        app,
        problem: `${remote.version} was built for federation runtime ${built}, and shell ${version} runs ${provided}: neither was tested with the other (${remote.testedFederationRuntimes}, ${shell.testedFederationRuntimes})`,
        key: `${app}@${remote.version} tested runtime`,
        remedy: `build ${semver.gt(built, provided) ? 'the shell' : app} with @module-federation/enhanced ${semver.gt(built, provided) ? built : provided}`,
      },
    ];
  }
  if (!hasMark(provided, 'thin') || hasMark(built, 'thin')) return [];
  return [
    {
      app,
      problem: `it was built with externalRuntime: it takes the federation runtime ${built} from its page, and shell ${version} has the thin one (${provided})`,
      key: `${app}@${remote.version} externalRuntime`,
      remedy: `build ${app} without experiments.externalRuntime, or with the thin runtime of defineRemote`,
    },
  ];
}

const hasMark = (runtime: string, mark: string): boolean => semver.parse(runtime)?.build.includes(mark) ?? false;

/** The gate that requires the shell to provide a remote contract in the range of every remote. */
export const contractVersionGate: FitGate = {
  name: 'contract-version',
  check: ({ shell, remotes }) => {
    const { contractProvided: provided = '0.0.0' } = shell;
    return remotes.flatMap(({ app, version, contractRequired: required = '<0.0.0' }): Problem[] => {
      if (semver.satisfies(provided, required)) return [];
      const problem = `it requires remote contract ${required}, and shell ${shell.version} provides ${provided}`;
      const remedy = semver.ltr(provided, required)
        ? 'promote a newer shell first, or together with it'
        : `build ${app} for the current contract`;
      return [{ app, problem, remedy, key: `${app}@${version}` }];
    });
  },
};

/** Stands for the import of a whole module. */
const wholeModule = '*';

/**
 * Compares the exports that a remote uses with those that a shell provides: those that the shell does not have, and those that it
 * has as they were before they changed. A module without an API report, such as React, has no difference.
 */
function compareExports(key: string, consumed: ConsumedModule, shell: ShellContract) {
  const provided = shell.provides[key];
  if (!provided?.exports) return { missing: [], outdated: [] };
  const used = Object.entries(consumed.exports).filter(([name]) => name !== wholeModule);
  const available = provided.exports;
  return {
    missing: used.filter(([name]) => !Object.hasOwn(available, name)).map(([name]) => name),
    outdated: used
      .filter(([name, since]) => Object.hasOwn(available, name) && semver.gt(since, provided.version))
      .map(([name]) => name),
  };
}

function providesModule(shell: ShellContract, key: string, consumed: ConsumedModule): boolean {
  const version = shell.provides[key]?.version;
  const { missing, outdated } = compareExports(key, consumed, shell);
  return version !== undefined && semver.satisfies(version, consumed.range) && missing.length + outdated.length === 0;
}

/** Releases of an app that are read to find one that fits. A release store holds hundreds; the newest decide. */
const maxCandidates = 20;

const providesAll = (shell: ShellContract, remote: RemoteNeeds): boolean =>
  Object.entries(remote.consumes).every(([key, consumed]) => providesModule(shell, key, consumed));

/** Finds the newest published shell that fits a remote, and the newest release of the remote that fits a shell. */
async function findFittingReleases(
  store: ReleaseStore,
  remote: RemoteNeeds,
  shell: ShellContract,
): Promise<FittingReleases> {
  const find = async (app: string, fits: (release: Release) => boolean): Promise<Release | null> => {
    const newest = (await listReleases(store, app)).slice(-maxCandidates).reverse();
    for (const id of newest) {
      // A damaged release is not a remedy.
      const release = await readReleaseIfPresent(store, id);
      if (release && fits(release)) return release;
    }
    return null;
  };
  return {
    shell: await find('shell', (candidate) => providesAll(candidate, remote)),
    remote: await find(remote.app, (candidate) => providesAll(shell, candidate)),
  };
}
