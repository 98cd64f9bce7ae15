import { readDeclarations } from '@shop/releases/release/declarations';
import { readRelease } from '@shop/releases/release/read-release';
import type { ReleaseId } from '@shop/releases/release/release';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';
import type { TypeProblem } from '../build/type-check';
import type { CommandHost } from '../cli/command';
import { findPublishedRelease } from './find-published-release';

interface FitOptions {
  /** Name of the remote. */
  app: string;
  /** Absolute folder of the remote. */
  appRoot: string;
  /** Release of the shell that the remote will be promoted with, as `shell@1.2.0`. Default: the live one. */
  shell?: string | undefined;
}

const formatProblem = ({ file, line, exports, message }: TypeProblem) =>
  `  ${file}:${line}: ${exports.length > 0 ? `${exports.join(', ')}: ` : ''}${message}`;

/** Finds the shell to compile against. @returns Null in an environment without a live composition. */
async function findShell(environment: Environment, name: string | undefined): Promise<ReleaseId | null> {
  if (name) return findPublishedRelease(environment.store, name);
  return (await readLiveState(environment))?.live.shell ?? null;
}

/**
 * Compiles a remote with the declarations of the shell that it will run in.
 *
 * @returns What was checked, or why nothing was, for people.
 * @throws When the remote does not compile. The message names each file, line and export, and what to do.
 */
export async function assertFitsShell(
  environment: Environment,
  typeCheck: CommandHost['typeCheck'],
  { app, appRoot, shell: name }: FitOptions,
): Promise<string> {
  const id = await findShell(environment, name);
  if (!id) return 'no shell is live, so its types were not checked';
  const which = name ? `shell ${id.version}` : `shell ${id.version}, which is live in ${environment.name}`;
  const declarations = await readDeclarations(environment.store, await readRelease(environment.store, id));
  if (!declarations) return `shell ${id.version} has no declarations, so its types were not checked`;
  const problems = await typeCheck(appRoot, declarations);
  if (problems.length === 0) return `it compiles with the declarations of shell ${id.version}`;
  throw new Error(
    [
      `${app} does not compile with the declarations of ${which}. Nothing was published.`,
      ...problems.map(formatProblem),
      'Use what that shell provides, or promote a newer shell first. When both will be promoted together, publish the shell first and name it: --shell shell@1.2.0.',
    ].join('\n'),
  );
}
