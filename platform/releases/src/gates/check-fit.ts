import semver from 'semver';
import type { Release } from '../release/release';
import type { RemoteNeeds, ShellContract } from '../release/shell-contract';
import type { Problem } from './gate';
import { contractVersionGate, createSharedDependenciesGate } from './shared-dependencies.gate';

/**
 * Checks whether a remote fits a shell, by the contract of the shell alone: the gates `contract-version` and
 * `shared-dependencies`. The other gates compare a remote with other remotes, and need the release store.
 *
 * @returns The problems, each with its remedy. Warnings are left out: the remote fits.
 */
export async function checkFit(remote: RemoteNeeds, shell: ShellContract): Promise<Problem[]> {
  const gates = [contractVersionGate, createSharedDependenciesGate()];
  const context = { shell, remotes: [remote] };
  const found = (await Promise.all(gates.map((gate) => gate.check(context)))).flat();
  return found.filter(({ isWarning }) => !isWarning);
}

/** @param subject, shell  Of the message: `mf-a does not fit shell 1.2.0 of staging`. @throws When a remote does not fit a shell. */
export async function assertFits(remote: RemoteNeeds, contract: ShellContract, subject: string, shell: string) {
  const problems = await checkFit(remote, contract);
  if (problems.length === 0) return;
  const lines = problems.map(({ app, problem, remedy }) => `  ${app}: ${problem} → ${remedy}`);
  throw new Error([`${subject} does not fit ${shell}:`, ...lines].join('\n'));
}

/** A version of a package in a build, and what says so: `package-lock.json`. */
export interface PackageVersion {
  name: string;
  version: string;
  source: string;
}

/** Whether a shared module is a package of another author: a page has one exact version of it, such as of React. */
const isPackage = (key: string): boolean => !key.startsWith('@shop/');

/** Lists the versions of the packages that a remote takes from its shell: those of its manifest, and those in its files. */
export function listPackageVersions(
  { consumes }: Pick<Release, 'consumes'>,
  bundled: readonly { name: string; version: string }[],
): PackageVersion[] {
  const consumed = Object.entries(consumes).flatMap(([name, { version }]) =>
    isPackage(name) ? [{ name, version, source: 'build.json' }] : [],
  );
  return [...consumed, ...bundled.map(({ name, version }) => ({ name, version, source: 'its files' }))];
}

/**
 * Compares the packages of a remote with those that a shell provides at one exact version: React and react-dom. Elements of another
 * major version of React do not render, whatever range the remote declares.
 *
 * @returns A problem for another major version, and a warning for an earlier minor version.
 */
export function comparePackages(
  app: string,
  found: readonly PackageVersion[],
  shell: Pick<ShellContract, 'version' | 'provides'>,
): Problem[] {
  const provided = Object.entries(shell.provides).filter(([name]) => isPackage(name));
  return provided.flatMap(([name, { version }]) => {
    const uses = found.filter((use) => use.name === name);
    return [...new Set(uses.map((use) => use.version))].flatMap((used): Problem[] => {
      const sources = [...new Set(uses.filter((use) => use.version === used).map(({ source }) => source))];
      const has = `it contains ${name} ${used} (${sources.join(', ')}), and shell ${shell.version} has ${name} ${version}`;
      if (!semver.valid(used) || !semver.valid(version)) return [];
      if (semver.major(used) !== semver.major(version)) {
        const remedy = `install ${name} ${version} and build ${app} again, or publish it with --shell for a shell with ${name} ${semver.major(used)}`;
        return [{ app, problem: `${has}: a page has one major version`, remedy }];
      }
      if (semver.minor(used) >= semver.minor(version)) return [];
      return [
        { app, problem: `${has}, which it will run with`, remedy: `install ${name} ${version}`, isWarning: true },
      ];
    });
  });
}
