import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What keeps a renderer process from the machine, besides Node's permission model and the restrictions in the process. */
export type IsolationLevel = 'network and files' | 'network' | 'none';

/** A way to start a program without the machine's network, sockets and files. */
export interface Isolation {
  level: IsolationLevel;
  /**
   * True: Node is the only child of the command, and the first process of a namespace, so that it can send no signals to others.
   * It ends with the command. False: it has the id of the command.
   */
  hasOwnProcesses: boolean;
  /**
   * Creates the command that starts Node.
   *
   * @param folder Folder that the process may read.
   * @param createArgs Creates the arguments of Node, with the folder as the process finds it.
   */
  createCommand: (folder: string, createArgs: (folder: string) => readonly string[]) => [string, ...string[]];
}

/**
 * Starts Node in a file system that has the system's libraries, Node and one folder. Arguments: an empty folder for the mount,
 * the executable of Node, the folder, the user id or an empty text, the arguments of Node.
 */
const script = `
set -eu
root=$1 node=$2 code=$3 user=$4
shift 4
mount -t tmpfs -o mode=755,size=64k none "$root"
cd "$root"
for folder in usr/lib usr/lib32 usr/lib64 usr/share/nodejs lib lib32 lib64; do
  [ -d "/$folder" ] || continue
  if [ -L "/$folder" ]; then ln -s "$(readlink "/$folder")" "$folder"; continue; fi
  mkdir -p "$folder"
  mount --bind "/$folder" "$folder"
done
mkdir code old proc
mount --bind "$code" code
mount --rbind /proc proc
for program in "$node" "$(command -v setpriv)" "$(command -v umount)"; do
  name=\${program##*/}
  : > "$name"
  mount --bind "$program" "$name"
done
pivot_root . old
cd /
# umount reads the list of mounts in /proc.
/umount -l /old
/umount -l /proc
unset PATH PWD OLDPWD
exec /setpriv --pdeathsig KILL \${user:+--reuid=$user --regid=$user --clear-groups} --no-new-privs --ambient-caps=-all --inh-caps=-all --bounding-set=-all "/\${node##*/}" "$@"
`;

const nobody = '65534';
const probeTimeoutMs = 5000;

/** A process with the capability needs no user namespace. Other processes get one that maps their own user only. */
const users = [
  { user: nobody, userNamespace: [] },
  { user: '', userNamespace: ['--user', '--map-root-user'] },
];
/** The strongest level comes first. */
const levels = [
  { level: 'network and files', namespaces: ['--net', '--mount', '--ipc'] },
  { level: 'network', namespaces: ['--net'] },
] as const;
/** Older versions of unshare end without the process that they have started. */
const processNamespace = ['--pid', '--fork', '--kill-child'];

let found: Isolation | undefined;

/**
 * Finds the strongest isolation that this system permits. Most containers permit none: they are a boundary themselves.
 *
 * @see docs/decisions/0058
 */
export function findIsolation(): Isolation {
  found ??= process.platform === 'linux' ? (listIsolations().find(isPermitted) ?? notIsolated) : notIsolated;
  return found;
}

const notIsolated: Isolation = {
  level: 'none',
  hasOwnProcesses: false,
  createCommand: (folder, createArgs) => [process.execPath, ...createArgs(folder)],
};

function listIsolations(): Isolation[] {
  const root = path.join(os.tmpdir(), 'storefront-renderer');
  return levels.flatMap(({ level, namespaces }) =>
    [processNamespace, []].flatMap((processes) =>
      users.map(
        ({ user, userNamespace }): Isolation => ({
          level,
          hasOwnProcesses: processes.length > 0,
          createCommand: (folder, createArgs) => {
            const options = [...userNamespace, ...namespaces, ...processes, '--'];
            if (level === 'network') return ['unshare', ...options, process.execPath, ...createArgs(folder)];
            mkdirSync(root, { recursive: true });
            const command = ['/bin/sh', '-c', script, 'sh', root, process.execPath, folder, user];
            return ['unshare', ...options, ...command, ...createArgs('/code')];
          },
        }),
      ),
    ),
  );
}

/** Process variables of the commands that start a renderer: they find the programs of the system. */
export const systemPath = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' };

/** The gateway finds Node by it, to see how much memory and time Node uses. Some kernels have no such file. */
const listsChildren = () => existsSync(`/proc/self/task/${process.pid}/children`);

function isPermitted({ createCommand, hasOwnProcesses }: Isolation): boolean {
  if (hasOwnProcesses && !listsChildren()) return false;
  const [command, ...args] = createCommand(import.meta.dirname, () => ['--version']);
  const options = { env: systemPath, stdio: 'ignore', timeout: probeTimeoutMs, killSignal: 'SIGKILL' } as const;
  return spawnSync(command, args, options).status === 0;
}
