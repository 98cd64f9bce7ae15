import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineSingleBuild, type LinkedRemote } from '@shop/federation/define-single-build';

/* The shop as one build, in the folder `dist`. */
const root = path.resolve(import.meta.dirname, '../../..');

/** Apps meet at run time, so no source imports another app. This build finds the remotes by their folders. */
const readRemote = async (name: string): Promise<LinkedRemote> => {
  const { paths } = await import(path.join(root, name, 'src/paths.ts'));
  return { name, root: path.join(root, name), paths };
};

export default async () =>
  defineSingleBuild({
    shellRoot: path.join(root, 'shell'),
    remotes: await Promise.all(
      readdirSync(root)
        .filter((name) => name.startsWith('mf-'))
        .map(readRemote),
    ),
    output: path.join(import.meta.dirname, 'dist'),
  });
