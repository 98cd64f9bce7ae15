import type { Configuration } from '@rspack/core';
import type { AppIdentity } from './app-identity';

/** Configures hot reload. In development each app has its own origin; in production it has its own folder. */
export function configureDevServer(app: AppIdentity): Pick<Configuration, 'devServer'> {
  if (!app.isDevelopment) return {};
  const port = Number(process.env.DEV_PORT);
  return {
    devServer: {
      host: '127.0.0.1',
      port,
      hot: true,
      liveReload: false,
      headers: { 'Access-Control-Allow-Origin': '*' },
      allowedHosts: 'all',
      client: { webSocketURL: { hostname: '127.0.0.1', port }, overlay: { warnings: false, errors: true } },
      devMiddleware: { publicPath: '/', writeToDisk: false },
    },
  };
}
