import { spawnSync } from 'node:child_process';

/** Where Linux distributions install the command of util-linux. */
const unshareFiles = ['/usr/bin/unshare', '/bin/unshare'];
/** A process with the capability needs no user namespace. Other processes get one that maps their own user only. */
const unshareOptions = [['--net'], ['--user', '--map-current-user', '--net']];
const probeTimeoutMs = 2000;

let found: readonly string[] | undefined;

/**
 * Finds the command that starts a program in a network namespace of its own, in which it reaches no network, whatever its
 * code does. The program has the process id of the command.
 *
 * @returns The command and its arguments. Empty where the system does not permit it, such as in most containers.
 * @see docs/decisions/0046
 */
export function findNamespaceCommand(): readonly string[] {
  found ??= process.platform === 'linux' ? probe() : [];
  return found;
}

function probe(): readonly string[] {
  for (const options of unshareOptions) {
    for (const file of unshareFiles) {
      const args = [...options, '--'];
      const { status } = spawnSync(file, [...args, process.execPath, '--version'], {
        env: {},
        stdio: 'ignore',
        timeout: probeTimeoutMs,
        killSignal: 'SIGKILL',
      });
      if (status === 0) return [file, ...args];
    }
  }
  return [];
}
