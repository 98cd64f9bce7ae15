import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { type DiscoveryOptions, registerDiscoveryRoutes } from './discovery/discovery.routes';
import type { StoreCatalogClient } from './discovery/store-catalog-client';
import { type DocumentOptions, registerDocumentRoutes } from './documents/documents.routes';
import { unreadableAddressMessage } from './http/request-target';
import { commonHeaders } from './http/security-headers';
import { sendPlainText } from './http/send-plain-text';
import { registerReleaseFileRoutes } from './release-files/release-files.routes';
import { createReleaseManifests, type ReleaseManifests } from './release-files/release-manifests';
import { createVerifiedFileReader } from './release-files/verified-file-reader';
import type { GatewaySettings } from './settings';

export interface GatewayOptions extends DocumentOptions {
  settings: DocumentOptions['settings'] & DiscoveryOptions['settings'] & Pick<GatewaySettings, 'trustedProxies'>;
  store: ReleaseStore;
  directory: StoreCatalogClient;
  /** What signed compositions say of releases; left out, each counts by its own description. */
  releases?: ReleaseManifests;
  /** Told of released files: once of each that has other bytes than it must have, and whenever one cannot be read. */
  onUnservedFile?: (error: unknown) => void;
}

/** The edge server: documents of the live composition, and the immutable files of every release. */
export function createGateway({
  store,
  directory,
  releases = createReleaseManifests(store),
  onUnservedFile = () => {},
  ...documents
}: GatewayOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    routerOptions: { maxParamLength: 512 },
    trustProxy: documents.settings.trustedProxies ?? false,
    // What is refused before there is a route, and what is not even a request.
    frameworkErrors: (error, _request, reply) => void sendProblem(reply.headers(commonHeaders), error),
    clientErrorHandler: refuseConnection,
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(commonHeaders);
    // Documents answer every address, so what has no route is the method.
    if (request.is404) return sendPlainText(reply.header('allow', 'GET, HEAD'), 405, readOnly);
  });
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));
  // Documents are made anew for everyone; released files come compressed from the store, and are left as they are.
  void app.register(compress, { encodings: ['br', 'gzip'], brotliOptions, syncThreshold });
  // Routes come after it: it polls at each as it is added.
  void app.register(async (routes) => {
    routes.get('/healthz', async (_request, reply) => {
      const live = await documents.current();
      return reply.code(live ? 200 : 503).send({ ready: live !== null, composition: live?.composition.seq ?? null });
    });
    const readFile = createVerifiedFileReader({ store, releases, onError: onUnservedFile });
    registerReleaseFileRoutes(routes, readFile, onUnservedFile);
    registerDiscoveryRoutes(routes, { ...documents, directory, readFile });
    registerDocumentRoutes(routes, documents);
  });
  return app;
}

const readOnly = 'This address can only be read: ask for it with GET.';

/** A document in a millisecond: a fifth larger than at the best, which takes twenty. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * Bytes of a document that is compressed in one go. It leaves with its length and in one write, so a gateway that is
 * killed has sent all of it or nothing, and the next one can be asked; a stream would be cut off in the middle.
 */
const syncThreshold = 256 * 1024;

function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 500) console.error(error);
  const text = status >= 500 ? 'The shop cannot answer right now. Please try again.' : unreadableAddressMessage;
  return sendPlainText(reply, status, text);
}

/** Answers what cannot be read as a request at all. */
function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const status = brokenRequests.get(error.code ?? '') ?? 400;
  const body = 'That request cannot be read.';
  const headers = { ...commonHeaders, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' };
  const lines = Object.entries({ ...headers, 'content-length': body.length, connection: 'close' });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Statuses of what Node finds wrong with a request, other than 400. */
const brokenRequests = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
]);
