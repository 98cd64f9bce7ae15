import { checkFit, type RemoteNeeds } from '@shop/releases/gates/check-fit';
import { readRelease } from '@shop/releases/release/read-release';
import { getShellContract } from '@shop/releases/release/shell-contract';
import type { Environment } from '@shop/releases/state/environment';
import { readLiveState } from '@shop/releases/state/live-state';

/**
 * Asserts that a remote fits the live shell of an environment.
 *
 * @throws When nothing is live, and when the remote does not fit: the message names each problem and its remedy.
 */
export async function assertFitsLiveShell(environment: Environment, remote: RemoteNeeds): Promise<void> {
  const state = await readLiveState(environment);
  if (!state) throw new Error(`Nothing is live in ${environment.name}: promote a shell there first.`);
  const shell = await readRelease(environment.store, state.live.shell);
  const problems = (await checkFit(remote, getShellContract(shell))).filter(({ isWarning }) => !isWarning);
  if (problems.length === 0) return;
  const lines = problems.map(({ app, problem, remedy }) => `  ${app}: ${problem} → ${remedy}`);
  throw new Error([`${remote.app} does not fit shell ${shell.version} of ${environment.name}:`, ...lines].join('\n'));
}
