import compress from '@fastify/compress';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import { endConnectionsWhileClosing, type ShutdownState } from '@shop/server-runtime/graceful-shutdown';
import { createServerLogOptions, type ServerLogOptions } from '@shop/server-runtime/logs/server-log';
import { createRejection, observeRequests } from '@shop/server-runtime/observe-requests';
import type { Tracing } from '@shop/server-runtime/traces/span';
import Fastify, { type FastifyInstance } from 'fastify';
import type { SearchProducts } from './data/read-data';
import { type DiscoveryOptions, registerDiscoveryRoutes } from './discovery/discovery.routes';
import type { ProductSitemaps } from './discovery/product-sitemaps';
import type { StoreCatalogClient } from './discovery/store-catalog-client';
import type { DocumentOptions } from './documents/document-options';
import { registerDocumentRoutes } from './documents/documents.routes';
import { registerSearchRoute } from './documents/search.routes';
import { createSearchCount } from './documents/search-limit';
import { createSelectComposition } from './documents/select-composition';
import type { ErrorRecorder } from './error-reports/error-recorder';
import { registerErrorReportRoute } from './error-reports/error-reports.routes';
import { rejectMalformedRequest, sendError, sendPlainText } from './http/error-responses';
import { commonHeaders, tlsHeaders } from './http/security-headers';
import { getDocumentFacts, getLogFields } from './operation/document-facts';
import { registerHealthRoutes } from './operation/health.routes';
import { defaultLoadLimits, type LoadLimits, registerOverloadProtection } from './overload/overload-protection';
import { registerPolicyReportRoute } from './policy-reports/policy-reports.routes';
import { registerReleaseFileRoutes } from './release-files/release-files.routes';
import type { ReleaseManifests } from './release-files/release-manifests';
import { createVerifiedFileReader } from './release-files/verified-file-reader';
import type { GatewaySettings } from './settings';
import { registerBeaconRoute } from './telemetry/beacon.routes';

export interface GatewayOptions extends DocumentOptions {
  settings: DocumentOptions['settings'] &
    DiscoveryOptions['settings'] &
    Pick<GatewaySettings, 'trustedProxies' | 'rateLimitFactor'>;
  loadLimits?: LoadLimits;
  store: ReleaseStore;
  catalog: StoreCatalogClient;
  /** Absent: the shop has no sitemap. */
  sitemaps?: ProductSitemaps;
  /** Absent: the shop has no search. */
  search?: SearchProducts;
  /** Manifests that signed compositions vouch for. */
  manifests: ReleaseManifests;
  /** Records the errors that pages report. Absent: the gateway receives no reports. */
  errorReports?: Pick<ErrorRecorder, 'record'>;
  /** Log of requests. Default: none. */
  log?: Pick<ServerLogOptions, 'level' | 'stream'>;
  tracing?: Tracing | undefined;
  /** Returns the number of the newest change that is served completely. Default: none. */
  change?: () => number | null;
  /** Default: the gateway never shuts down. */
  shutdown?: Pick<ShutdownState, 'isClosing'>;
  /**
   * Receives the error of a released file that is not served: once a minute for a file whose bytes differ from its manifest, and
   * each time that the store cannot be read.
   */
  onFileError?: (error: unknown) => void;
}

/**
 * Creates the edge server: documents of the live composition, the immutable files of signed releases, and the files that search
 * engines and browsers look for at fixed addresses.
 *
 * @example
 * const gateway = createGateway({ settings, store, manifests, catalog, current: watcher.current });
 * await gateway.listen({ host: '127.0.0.1', port: 3000 });
 */
export function createGateway({
  store,
  catalog,
  sitemaps,
  search,
  manifests,
  errorReports,
  onFileError = () => {},
  log = { level: 'silent' },
  tracing,
  change = () => null,
  shutdown = { isClosing: false },
  loadLimits = defaultLoadLimits,
  ...documents
}: GatewayOptions): FastifyInstance {
  const { trustedProxies = [], publicUrl, rateLimitFactor } = documents.settings;
  const shopHasTls = publicUrl?.startsWith('https:') ?? false;
  const headers = shopHasTls ? { ...commonHeaders, ...tlsHeaders } : commonHeaders;
  const app = Fastify({
    ...createServerLogOptions({ ...log, trustedProxies }),
    routerOptions: { maxParamLength: 512 },
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    // A request that arrives while the gateway closes gets its answer.
    return503OnClosing: false,
    requestTimeout,
    connectionTimeout,
    http: { headersTimeout, connectionsCheckingInterval },
    frameworkErrors: createRejection({
      metrics: documents.metrics,
      getHeaders: () => headers,
      send: (error, _request, reply) => sendError(reply, error),
    }),
    // Bytes that are not an HTTP request.
    clientErrorHandler: rejectMalformedRequest,
  });
  app.server.maxConnections = maxConnections;
  app.decorate('shopHasTls', shopHasTls);
  observeRequests(app, {
    trustedProxies,
    tracing,
    metrics: documents.metrics,
    getRoute: (request) => getDocumentFacts(request)?.pattern,
    getFields: getLogFields,
  });
  endConnectionsWhileClosing(app, shutdown);
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(headers);
  });
  const getLoad = registerOverloadProtection(app, loadLimits);
  app.addHook('onRequest', async (request, reply) => {
    // A proxy may use another Host header than Node does. RFC 9112, section 3.2.
    if (countHosts(request.raw.rawHeaders) > 1) return sendPlainText(reply, 400, twoHostsMessage);
    // The route of documents matches every address, so a request without a route has another method.
    if (request.is404) return sendPlainText(reply.header('allow', 'GET, HEAD'), 405, readOnlyMessage);
    // A browser compresses no request body. Any other body would have to be decompressed before it is limited.
    const encoding = request.headers['content-encoding'];
    if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
      return sendPlainText(reply, 415, compressedBodyMessage);
    }
  });
  // An unread body would block the keep-alive connection, on which a proxy sends the requests of other visitors.
  app.addHook('onResponse', async (request) => {
    request.raw.resume();
  });
  app.setErrorHandler((error, _request, reply) => sendError(reply, error));
  // Documents and released files are compressed already, and this plugin leaves them alone. Compression leaks nothing: responses
  // contain no secret and no text from a visitor.
  void app.register(compress, { encodings: ['br', 'gzip'], globalDecompression: false });
  // The compression plugin applies to routes that are added after it is loaded.
  void app.register(async (routes) => {
    registerHealthRoutes(routes, { current: documents.current, change, shutdown });
    const readFile = createVerifiedFileReader({ store, manifests, onError: onFileError });
    const findPreviewHash = documents.previews?.findManifestHash;
    registerReleaseFileRoutes(routes, { readFile, findPreviewHash, onError: onFileError });
    registerDiscoveryRoutes(routes, { ...documents, catalog, ...(sitemaps && { sitemaps }), readFile, onFileError });
    if (search) registerSearchRoute(routes, { search, getLoad, countSearch: createSearchCount(rateLimitFactor) });
    const select = createSelectComposition(documents);
    registerPolicyReportRoute(routes, {
      listApps: async () => {
        const live = (await documents.current())?.composition;
        return live ? [live.shell, ...live.remotes].map(({ name }) => name) : [];
      },
      metrics: documents.metrics,
    });
    if (errorReports) registerErrorReportRoute(routes, errorReports);
    if (documents.telemetry) registerBeaconRoute(routes, documents.telemetry, select);
    registerDocumentRoutes(routes, { ...documents, getLoad, select, countSearch: createSearchCount(rateLimitFactor) });
  });
  return app;
}

/** Milliseconds until a request with its body has arrived. A beacon is small, and all other requests have no body. */
const requestTimeout = 15_000;
/** Milliseconds until the headers of a request have arrived. */
const headersTimeout = 10_000;
/** Milliseconds between two checks of both timeouts. */
export const connectionsCheckingInterval = 2000;
/** Milliseconds without a byte after which a connection is closed, for example one whose client reads no response. */
const connectionTimeout = 60_000;
/** Connections of clients, below the usual limit of 4096 open files. Further ones are closed at once. */
const maxConnections = 4000;

/** Counts the Host headers in a list that alternates between names and values. */
const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length;

const twoHostsMessage = 'The request has two Host headers.';
const readOnlyMessage = 'This address can only be read: ask for it with GET.';
const compressedBodyMessage = 'A request body must not be compressed.';
