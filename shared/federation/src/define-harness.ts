import path from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { identifyApp } from './app-identity';
import { browserBase } from './rspack-base';

export interface HarnessOptions {
  /** Folder of the remote. */
  root: string;
  port: number;
  /** Address of the store API, when it is not the specification's local one. */
  apiBase?: string;
}

/** One remote alone in a page, everything in one bundle: no shell, no federation. Development only. */
export function defineHarness({ root, port, apiBase }: HarnessOptions): Configuration {
  const app = identifyApp(root);
  const base = browserBase(app);
  const source = (name: string) => JSON.stringify(path.join(root, 'src', name));
  const entry = [
    "import { runAlone } from '@shop/harness/run-alone';",
    `import { paths } from ${source('paths.ts')};`,
    `import { routes } from ${source('routes.ts')};`,
    `runAlone({ paths, routes, apiBase: ${JSON.stringify(apiBase)} });`,
  ].join('\n');
  return {
    ...base,
    name: `${app.name} (alone)`,
    entry: { alone: `data:text/javascript,${encodeURIComponent(entry)}` },
    output: { ...base.output, path: path.join(root, 'dist/alone'), publicPath: '/' },
    plugins: [...(base.plugins ?? []), new rspack.HtmlRspackPlugin({ title: `${app.name} alone` })],
    devServer: { host: '127.0.0.1', port, hot: true, allowedHosts: 'all', historyApiFallback: true },
  };
}
