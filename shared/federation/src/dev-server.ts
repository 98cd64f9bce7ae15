import type { Configuration } from '@rspack/core';
import type { AppIdentity } from './app-identity';

/** Development only: each app is served from its own origin, as in production from its own folder, with hot reload. */
export function devServer(app: AppIdentity): Pick<Configuration, 'devServer'> {
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
