import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Configuration } from '@rspack/core';
import type { AppIdentity } from './app-identity';
import { typesFolder } from './plugins/developer-tools';

const localOrigin = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/;

/** Lets pages of this machine read the files of an app: the page of `npm run dev` has the origin of its gateway. */
const permitLocalPage = ({ headers }: Pick<IncomingMessage, 'headers'>): Record<string, string> => {
  const { origin = '' } = headers;
  return {
    Vary: 'Origin, Sec-Fetch-Dest',
    ...(localOrigin.test(origin) && { 'Access-Control-Allow-Origin': origin }),
    // A page requests everything but pictures with `crossorigin`. Another site could run a script without it.
    ...(headers['sec-fetch-dest'] !== 'image' && { 'Cross-Origin-Resource-Policy': 'same-origin' }),
  };
};

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
      // The local gateway gives the page of a live shop the files from the page's own origin.
      headers: app.runsInLiveShop ? { 'Cross-Origin-Resource-Policy': 'same-origin' } : permitLocalPage,
      // A page at localhost has another host than this server: for the socket of hot reload, and in the development shop for
      // pictures.
      allowedHosts: app.runsInLiveShop ? ['localhost'] : ['127.0.0.1', 'localhost'],
      client: { webSocketURL: { hostname: '127.0.0.1', port }, overlay: { warnings: false, errors: true } },
      // The plugin that compiles the types writes them to the disk.
      static: { directory: path.join(app.root, typesFolder), watch: false },
      devMiddleware: { publicPath: '/', writeToDisk: false },
    },
  };
}
