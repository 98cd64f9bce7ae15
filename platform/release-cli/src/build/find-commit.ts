import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './workspace';

const run = promisify(execFile);

/**
 * Finds the commit of the repository that contains a folder.
 *
 * @param folder  Absolute path. Default: this repository.
 * @returns The commit's 40 hex digits, with `-dirty` when the repository has uncommitted changes or untracked files. Empty
 *   outside a repository.
 */
export async function findCommit(folder = root): Promise<string> {
  const git = async (...args: string[]) => (await run('git', ['-C', folder, ...args])).stdout.trim();
  try {
    const commit = await git('rev-parse', 'HEAD');
    const changes = await git('status', '--porcelain');
    return changes === '' ? commit : `${commit}-dirty`;
  } catch {
    return '';
  }
}
