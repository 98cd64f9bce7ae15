import path from 'node:path';
import type { Configuration } from '@rspack/core';
import { definePage } from './define-page';

export interface StandalonePageOptions {
  /** Folder of the remote. */
  root: string;
  port: number;
  /** Address of the store API, when it is not the specification's local one. */
  apiBase?: string;
}

/** One remote alone in a page of its own. Development only. */
export function defineStandalonePage({ root, port, apiBase }: StandalonePageOptions): Configuration {
  const source = (name: string) => JSON.stringify(path.join(root, 'src', name));
  const entry = [
    "import { runStandalone } from '@shop/harness/run-standalone';",
    `import { paths } from ${source('paths.ts')};`,
    `import { routes } from ${source('routes.ts')};`,
    `runStandalone({ paths, routes, apiBase: ${JSON.stringify(apiBase)} });`,
  ].join('\n');
  return definePage({
    root,
    name: 'standalone',
    title: `${path.basename(root)} standalone`,
    entry: `data:text/javascript,${encodeURIComponent(entry)}`,
    port,
  });
}
