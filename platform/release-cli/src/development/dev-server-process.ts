import path from 'node:path';
import type { Configuration } from '@rspack/core';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { createJiti } from 'jiti';
import { watchConfiguration } from './watch-configuration';

/*
 * Serves the browser build of the remote in a folder, on the port `DEV_PORT`. `shop dev` starts this process, whose variables say
 * which kind of build the configuration gives: NODE_ENV and DEV_PAGE.
 */
const [folder = '.'] = process.argv.slice(2);

async function start(): Promise<void> {
  watchConfiguration(folder);
  const configFile = path.join(folder, 'rspack.config.ts');
  const configs = await createJiti(import.meta.url).import<Configuration | Configuration[]>(configFile, {
    default: true,
  });
  // The second build is for servers, which this page does without.
  const [browser] = [configs].flat();
  if (!browser?.devServer) throw new Error(`${configFile} has no browser build: export defineRemote({ root, paths }).`);
  const compiler = rspack(browser);
  const server = new RspackDevServer(browser.devServer, compiler);
  compiler.hooks.done.tap('shop dev', (stats) => {
    const { errors = [] } = stats.toJson({ all: false, errors: true });
    for (const { message } of errors) console.error(message);
    process.send?.({ ready: true, isBuilt: errors.length === 0 });
  });
  process.on('disconnect', () => process.exit(0));
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void server.stop().finally(() => process.exit(0)));
  await server.start();
}

start().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
