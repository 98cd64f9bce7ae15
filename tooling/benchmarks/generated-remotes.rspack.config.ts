import { readdirSync } from 'node:fs';
import path from 'node:path';
import { defineRemote } from '@shop/federation/define-remote';

/* Builds every generated remote in one run. `GENERATED_REMOTES` names the folder that holds their folders. */
const folder = process.env.GENERATED_REMOTES ?? '';

export default async () => {
  const roots = readdirSync(folder).map((name) => path.join(folder, name));
  const configurations = roots.map(async (root) => {
    const { paths } = await import(path.join(root, 'src/paths.ts'));
    return defineRemote({ root, paths });
  });
  return (await Promise.all(configurations)).flat();
};
