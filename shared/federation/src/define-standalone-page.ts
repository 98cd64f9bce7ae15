import path from 'node:path';
import type { Configuration } from '@rspack/core';
import { definePage } from './define-page';

export interface StandalonePageOptions {
  /** Folder of the remote. */
  root: string;
  port: number;
  /** Base URL of the store API. Default: the local URL of the specification. */
  apiBase?: string;
}

/** Builds a page that runs one remote without the shell. Development only. */
export function defineStandalonePage({ root, port, apiBase }: StandalonePageOptions): Configuration {
  const source = (name: string) => JSON.stringify(path.join(root, 'src', name));
  const entry = [
    "import { runStandalone } from '@shop/harness/run-standalone';",
    `import { paths } from ${source('paths.ts')};`,
    `import * as remote from ${source('routes.ts')};`,
    `runStandalone({ paths, routes: remote.routes, slots: remote.slots, apiBase: ${JSON.stringify(apiBase)} });`,
  ].join('\n');
  const page = definePage({
    root,
    name: 'standalone',
    title: `${path.basename(root)} standalone`,
    entry: `data:text/javascript,${encodeURIComponent(entry)}`,
    port,
  });
  // The gateway, which answers searches, does not run.
  const search = apiBase && [
    { context: ['/-/search'], target: new URL(apiBase).origin, pathRewrite: { '^/-': new URL(apiBase).pathname } },
  ];
  return { ...page, devServer: { ...page.devServer, ...(search && { proxy: search }) } };
}
