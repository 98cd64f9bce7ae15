import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import { createContentSecurityPolicy } from '@shop/gateway/http/security-headers';
import { contentTypes, immutableHeaders } from '@shop/gateway/release-files/response-headers';
import { compressTextFiles } from '@shop/releases/release/publish';
import { readSingleBuild, singleBuildBase } from './read-single-build';

/*
 * Serves the single build as static files, with one document for every address, as a host of single-page applications does.
 * Compression, cache headers and content security policy are those of the gateway.
 *
 * Variables: PORT, SINGLE_BUILD (folder of the build), PUBLIC_API_URL.
 */
const { PORT, SINGLE_BUILD = '', PUBLIC_API_URL = '' } = process.env;

const { files, composition, shell } = await readSingleBuild(SINGLE_BUILD);
const compressed = await compressTextFiles(files);
const origin = `http://localhost:${PORT}`;
// The address of the sign-in screen belongs to no remote, so this document preloads the files of no screen.
const { html, inlineScripts, apiOrigin } = shell.renderDocument({
  composition,
  pathname: '/login',
  hostname: 'localhost',
  settings: { apiBase: PUBLIC_API_URL, orderAmounts: 'dollar', publicUrl: origin },
});
const document = {
  body: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'no-cache',
    'content-security-policy': createContentSecurityPolicy({ inlineScripts, apiOrigin }, { isDevelopment: false }),
  },
};

/** Sends a file of the build. @returns False when the build has no such file. */
function sendFile(name: string, response: ServerResponse, headers: Record<string, string>): boolean {
  const bytes = compressed.get(name) ?? files.get(name);
  if (!bytes) return false;
  const type = contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  const encoding = compressed.has(name) ? { 'content-encoding': 'br' } : {};
  response.writeHead(200, { 'content-type': type, 'content-length': bytes.length, ...encoding, ...headers }).end(bytes);
  return true;
}

function handle({ url = '/' }: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(url, origin);
  if (pathname === '/-/composition') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"seq":1}');
  } else if (pathname === '/site.webmanifest') {
    const text = shell.wellKnown?.webManifest({ name: 'Shop', description: '' });
    response.writeHead(200, { 'content-type': 'application/manifest+json; charset=utf-8' }).end(text);
  } else if (pathname === '/service-worker.js' || pathname.startsWith(singleBuildBase)) {
    const isWorker = pathname === '/service-worker.js';
    const name = isWorker ? pathname.slice(1) : pathname.slice(singleBuildBase.length);
    const headers = isWorker ? { 'cache-control': 'no-cache' } : immutableHeaders;
    if (!sendFile(name, response, headers)) response.writeHead(404).end();
  } else {
    response.writeHead(200, { ...document.headers, 'content-length': document.body.length }).end(document.body);
  }
}

const server = createServer(handle);
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
server.listen(Number(PORT), 'localhost', () => process.send?.({ ready: true, address: origin }));
