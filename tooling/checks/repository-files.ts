import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '@shop/release-cli/build/workspace';

let files: readonly string[] | undefined;

/** Lists the files of the work tree that git tracks or would track, relative to the repository. */
export function listRepositoryFiles(): readonly string[] {
  files ??= execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
  return files;
}

/** True for code that runs in a shopper's page. The gallery of components is a development tool. */
export const isShopCode = (file: string): boolean => /^(shell|mf-[^/]+|shared\/(?!harness\/)[^/]+)\/src\//.test(file);
