import path from 'node:path';
import type { Configuration } from '@rspack/core';
import { definePage } from './define-page';

export interface HarnessOptions {
  /** Folder of the remote. */
  root: string;
  port: number;
  /** Address of the store API, when it is not the specification's local one. */
  apiBase?: string;
}

/** One remote alone in a page of its own. Development only. */
export function defineHarness({ root, port, apiBase }: HarnessOptions): Configuration {
  const source = (name: string) => JSON.stringify(path.join(root, 'src', name));
  const entry = [
    "import { runAlone } from '@shop/harness/run-alone';",
    `import { paths } from ${source('paths.ts')};`,
    `import { routes } from ${source('routes.ts')};`,
    `runAlone({ paths, routes, apiBase: ${JSON.stringify(apiBase)} });`,
  ].join('\n');
  return definePage({
    root,
    name: 'alone',
    title: `${path.basename(root)} alone`,
    entry: `data:text/javascript,${encodeURIComponent(entry)}`,
    port,
  });
}
