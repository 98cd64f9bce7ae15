import { comparePackages, listPackageVersions } from '@shop/releases/gates/check-fit';
import { readDeclarations } from '@shop/releases/release/declarations';
import { readBuild } from '@shop/releases/release/read-build';
import { readRelease } from '@shop/releases/release/read-release';
import type { ReleaseId } from '@shop/releases/release/release';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import type { TypeProblem } from '../build/type-check';
import { type CommandHost, UsageError } from '../cli/command';
import { parseAppVersion } from '../cli/parse-values';
import { findPublishedRelease } from './published-releases';

interface FitOptions {
  app: string;
  appRoot: string;
  /** Release of the shell that the remote will be promoted with. Null: the live one. */
  shell: ReleaseId | null;
}

const formatProblem = ({ file, line, exports, message }: TypeProblem) =>
  `  ${file}:${line}: ${exports.length > 0 ? `${exports.join(', ')}: ` : ''}${message}`;

/**
 * Finds the release that `--shell` names, such as `shell@1.2.0`.
 *
 * @throws {UsageError} When it names another app. Another error when it is not published.
 */
export async function findNamedShell(store: ReleaseStore, name: string): Promise<ReleaseId> {
  const { app } = parseAppVersion(name);
  if (app !== 'shell') throw new UsageError(`--shell is "${name}": name a release of shell, such as shell@1.2.0.`);
  return findPublishedRelease(store, name);
}

/**
 * Compares a remote with the shell that it will run in: the versions of React and of other packages that a page has once, and the
 * declarations, with which it compiles the remote.
 *
 * @returns What was checked, or why nothing was, and warnings, for people.
 * @throws When a package has another major version, or the remote does not compile. The message names the package, or each file,
 *   line and export, and what to do.
 */
export async function assertFitsShell(
  environment: Environment,
  typeCheck: CommandHost['typeCheck'],
  { app, appRoot, shell }: FitOptions,
): Promise<string[]> {
  const id = shell ?? (await readLiveState(environment))?.live.shell;
  if (!id) return ['no shell is live, so its types were not checked'];
  const which = shell ? `shell ${id.version}` : `shell ${id.version}, which is live in ${environment.name}`;
  const release = await readRelease(environment.store, id);
  const { manifest, packages } = await readBuild({ appRoot, app });
  const compared = comparePackages(app, listPackageVersions(manifest, packages), release);
  const lines = compared.map(
    ({ problem, remedy, isWarning }) => `${isWarning ? 'warning: ' : ''}${problem} → ${remedy}`,
  );
  if (compared.some(({ isWarning }) => !isWarning)) {
    throw new Error(
      [`${app} does not fit ${which}. Nothing was published.`, ...lines.map((line) => `  ${line}`)].join('\n'),
    );
  }
  if (manifest.isBrowserOnly) return [...lines, 'its types were not checked: no build of the shop compiled it'];
  const declarations = await readDeclarations(environment.store, release);
  if (!declarations) return [...lines, `shell ${id.version} has no declarations, so its types were not checked`];
  const problems = await typeCheck(appRoot, declarations);
  if (problems.length === 0) return [...lines, `it compiles with the declarations of shell ${id.version}`];
  throw new Error(
    [
      `${app} does not compile with the declarations of ${which}. Nothing was published.`,
      ...problems.map(formatProblem),
      'Use what that shell provides, or promote a newer shell first. When both will be promoted together, publish the shell first and name it: --shell shell@1.2.0.',
    ].join('\n'),
  );
}
