import { spawnSync } from 'node:child_process';

/** A program with its arguments. */
type Command = readonly [program: string, ...args: string[]];

/** Ways to a mount namespace: as root with the right to mount, or in a user namespace. */
const namespaces = [['--mount'], ['--user', '--map-root-user', '--mount']];

const wrap = (options: readonly string[], folder: string, command: Command): Command => [
  'unshare',
  ...options,
  'sh',
  '-c',
  'mount -t tmpfs none "$0" && exec "$@"',
  folder,
  ...command,
];

/**
 * Finds a way to run programs for which a folder is empty: a mount namespace of Linux in which an empty file system covers the
 * folder. Other processes see the folder as it is.
 *
 * @param folder Absolute folder.
 * @returns A function that wraps a program. Null where the system permits no mount namespace, such as in most containers.
 * @example const hide = findFolderHider('/shop'); // hide?.(['npm', 'test'])
 */
export function findFolderHider(folder: string): ((command: Command) => Command) | null {
  const works = (options: readonly string[]) => {
    const [program, ...args] = wrap(options, folder, ['ls', '-A', folder]);
    const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
    return status === 0 && stdout === '';
  };
  const options = process.platform === 'linux' ? namespaces.find(works) : undefined;
  return options ? (command) => wrap(options, folder, command) : null;
}
