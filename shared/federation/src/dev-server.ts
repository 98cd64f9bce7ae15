import path from 'node:path';
import type { Configuration } from '@rspack/core';
import type { AppIdentity } from './app-identity';
import { typesFolder } from './plugins/developer-tools';

/** Configures hot reload. In development each app has its own origin; in production it has its own folder. */
export function configureDevServer(app: AppIdentity): Pick<Configuration, 'devServer'> {
  if (!app.isDevelopment) return {};
  const port = Number(process.env.DEV_PORT);
  return {
    devServer: {
      host: '127.0.0.1',
      port,
      hot: true,
      // The page of a live shop has React's production build, which cannot replace components: a changed script reloads it.
      liveReload: app.runsInLiveShop ?? false,
      headers: { 'Access-Control-Allow-Origin': '*' },
      allowedHosts: 'all',
      client: { webSocketURL: { hostname: '127.0.0.1', port }, overlay: { warnings: false, errors: true } },
      // The plugin that compiles the types writes them to the disk.
      static: { directory: path.join(app.root, typesFolder), watch: false },
      devMiddleware: { publicPath: '/', writeToDisk: false },
    },
  };
}
