import path from 'node:path';
import { defineSingleBuild, type LinkedRemote } from '@shop/federation/define-single-build';
import { getAppFolder, listApps } from '@shop/release-cli/build/workspace';

/*
 * The shop as one build, in the folder `dist`. Apps meet at run time, so no source imports another app: this build finds the
 * remotes by their folders.
 */
const readRemote = async (name: string): Promise<LinkedRemote> => {
  const root = getAppFolder(name);
  const { paths } = await import(path.join(root, 'src/paths.ts'));
  return { name, root, paths };
};

export default async () =>
  defineSingleBuild({
    shellRoot: getAppFolder('shell'),
    remotes: await Promise.all(
      listApps()
        .filter((name) => name !== 'shell')
        .map(readRemote),
    ),
    output: path.join(import.meta.dirname, 'dist'),
  });
