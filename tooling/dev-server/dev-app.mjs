/**
 * Serves one app from source with hot reload, on the port `DEV_PORT`. The supervisor starts it.
 *
 * Plain JavaScript that loads the configuration with jiti, as the Rspack CLI does. tsx, which loads our other programs,
 * renames functions, and the federation plugin turns some functions into source text.
 */
import path from 'node:path';
import { rspack } from '@rspack/core';
import { RspackDevServer } from '@rspack/dev-server';
import { createJiti } from 'jiti';

const app = process.argv[2] ?? '';
const root = path.resolve(import.meta.dirname, '../..', app);
const jiti = createJiti(import.meta.url);

/** Loads the app's own configuration, or with `STANDALONE` set the one of its standalone page. */
async function loadConfigs() {
  if (!process.env.STANDALONE) {
    const { watchConfiguration } = await jiti.import('@shop/release-cli/development/watch-configuration');
    watchConfiguration(root);
    return jiti.import(path.join(root, 'rspack.config.ts'), { default: true });
  }
  const { defineStandalonePage } = await jiti.import('@shop/federation/define-standalone-page');
  return [defineStandalonePage({ root, port: Number(process.env.DEV_PORT), apiBase: process.env.PUBLIC_API_URL })];
}

const configs = await loadConfigs();
const compiler = rspack(configs);
const server = new RspackDevServer(configs[0].devServer, compiler);

let isReady = false;
compiler.hooks.done.tap('dev-app', (stats) => {
  for (const { message } of stats.toJson({ all: false, errors: true }).errors ?? [])
    console.error(`${app}: ${message}`);
  if (isReady) return;
  isReady = true;
  process.send?.({ ready: true, address: `http://127.0.0.1:${process.env.DEV_PORT}/` });
});
process.on('disconnect', () => process.exit(0));
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => void server.stop().finally(() => process.exit(0)));
await server.start();
