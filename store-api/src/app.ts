import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { openMailTransport } from '@shop/mail/mail-transport';
import { getLanguagePrefix } from '@shop/remote-contract/languages';
import { endConnectionsWhileClosing, type ShutdownState } from '@shop/server-runtime/graceful-shutdown';
import { createServerLogOptions } from '@shop/server-runtime/logs/server-log';
import { createRejection, observeRequests } from '@shop/server-runtime/observe-requests';
import { repeat } from '@shop/server-runtime/repeat';
import { createPeerTrust } from '@shop/server-runtime/request-id';
import type { Tracing } from '@shop/server-runtime/traces/span';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type pg from 'pg';
import { cleaningIntervalMs, cleanUp } from './database/clean-up';
import type { StoreDatabase } from './database/database';
import { getOrCreateValue } from './database/key-value';
import { handleClientError } from './errors/client-error-handler';
import { registerErrorHandlers, sendError } from './errors/error-responses';
import { createOriginPolicy, type OriginPolicy } from './http/allowed-origins';
import { registerApiDocument } from './http/api-document';
import { getPublicUrl } from './http/public-url';
import { registerRequestRules } from './http/request-rules';
import { compileTypeBoxValidator } from './http/validation';
import { registerIdempotency } from './idempotency/idempotency';
import { createIdempotencyKeysRepository } from './idempotency/idempotency-keys.repository';
import { createMailQueue, type MailQueue } from './mail/mail-queue';
import { createOrderMailSender } from './mail/order-mail';
import { healthRoutes } from './operation/health.routes';
import type { StoreApiMetrics } from './operation/store-api-metrics';
import { operatorRoutes } from './operator/operator.routes';
import { createOrdersRepository } from './orders/orders.repository';
import { orderRoutes } from './orders/orders.routes';
import { registerOverloadProtection } from './overload/overload-protection';
import { createSigningKey, createTicketSigner } from './payments/payment-ticket';
import { createPaymentsRepository } from './payments/payments.repository';
import { paymentRoutes } from './payments/payments.routes';
import { logoPath, mediaRoutes } from './products/media.routes';
import { createProductsRepository } from './products/products.repository';
import { productRoutes } from './products/products.routes';
import { keepSearchRows } from './products/search-rows';
import { sandboxRoutes } from './sandbox/sandbox.routes';
import type { StoreApiSettings } from './settings';
import { storeInfoRoutes } from './store-info/store-info.routes';
import { readLanguage } from './texts/texts';
import { createAccountsRepository } from './users/accounts.repository';
import { createAttemptLimits } from './users/attempt-limits';
import { registerAuthentication } from './users/authentication';
import { createSessionsRepository } from './users/sessions.repository';
import { userRoutes } from './users/users.routes';

export interface StoreApiOptions {
  settings: StoreApiSettings;
  db: StoreDatabase;
  /** Secret that authorises requests to the operator's routes. */
  operatorSecret: string;
  /** PostgreSQL connections. Servers of one database share their rate limits. Without it, each server counts alone. */
  pool?: pg.Pool | undefined;
  /** Dumps PGlite for a backup. */
  dump?: (() => Promise<Uint8Array>) | undefined;
  /** Clock for the expiry of sessions, in milliseconds since 1970. */
  now?: () => number;
  /** Default: the server never shuts down. */
  shutdown?: Pick<ShutdownState, 'isClosing'>;
  /** Absent where no traces are sent. */
  tracing?: Tracing | undefined;
  /** Absent where nothing is measured. */
  metrics?: StoreApiMetrics | undefined;
  /** Receives the lines of the log instead of stdout, for tests. */
  logStream?: { write(line: string): void };
}

/** Maximum size of a request body in bytes. An order of two hundred products is about ten kilobytes. */
const maxBodyBytes = 256 * 1024;

/** Connections of clients, below the usual limit of 4096 open files. Further ones are closed at once. */
const maxConnections = 4000;

/** Quality 5 compresses a page of products in one millisecond. The maximum quality takes about twenty. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Timeouts in milliseconds of the HTTP server, so that a slow client cannot occupy a connection for long. */
export const serverTimeouts = {
  /** Until a request with its body has arrived. The largest order takes a second on a slow mobile network. */
  requestTimeout: 30_000,
  /** Until the headers of a request have arrived. */
  headersTimeout: 15_000,
  /** Interval of the checks of both timeouts. */
  connectionsCheckingInterval: 2000,
};

/** Milliseconds without a byte after which a connection is closed, for example one whose client reads no response. */
const connectionTimeout = 60_000;

/** The additions to the specification that this API has, in the header of each response. The shop uses no other addition. */
const announcement = {
  'accept-idempotency-key': 'true',
  'accept-logout': 'true',
  'accept-order-lines': 'true',
  'accept-search': 'true',
  'accept-product-ids': 'true',
  'accept-product-dates': 'true',
  'accept-order-pages': 'true',
};

/** Headers that a script of the shop can read. */
const exposedHeaders = ['etag', 'retry-after', 'idempotency-replayed', 'x-total-count', ...Object.keys(announcement)];

/** Returns the headers of a response that no plugin sees. A browser shows a script of the shop no response without them. */
const getRejectionHeaders = (origin: string | undefined, isAllowed: OriginPolicy): Record<string, string> => ({
  ...announcement,
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
  ...(origin !== undefined &&
    isAllowed(origin) && {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': exposedHeaders.join(', '),
    }),
});

/** Creates the server with its limits, and what applies to every request before any plugin. */
function createServer(
  { settings, tracing, metrics, logStream }: StoreApiOptions,
  shutdown: Pick<ShutdownState, 'isClosing'>,
  isAllowedOrigin: OriginPolicy,
) {
  const app = fastify({
    ...createServerLogOptions({ ...settings, level: settings.logLevel, stream: logStream }),
    trustProxy: settings.trustedProxies,
    // A request that arrives while the server closes gets its answer.
    return503OnClosing: false,
    bodyLimit: maxBodyBytes,
    requestTimeout: serverTimeouts.requestTimeout,
    connectionTimeout,
    http: serverTimeouts,
    frameworkErrors: createRejection({
      metrics,
      getHeaders: ({ headers }) => getRejectionHeaders(headers.origin, isAllowedOrigin),
      send: sendError,
    }),
    clientErrorHandler: handleClientError,
    routerOptions: { maxParamLength: 500 },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.server.maxConnections = maxConnections;
  observeRequests(app, { trustedProxies: settings.trustedProxies, tracing, metrics });
  endConnectionsWhileClosing(app, shutdown);
  app.setValidatorCompiler(compileTypeBoxValidator);
  registerErrorHandlers(app);
  return app;
}

/** Registers compression, security headers and CORS, and what rejects requests before their routes. */
async function registerHttpPlugins(app: FastifyInstance, settings: StoreApiSettings, isAllowedOrigin: OriginPolicy) {
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions, globalDecompression: false });
  await app.register(helmet, { strictTransportSecurity: false });
  await app.register(cors, {
    origin: (origin, done) => done(null, isAllowedOrigin(origin)),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['content-type', 'authorization', 'idempotency-key'],
    exposedHeaders,
    maxAge: 86_400,
    // The plugin's own error would be text.
    strictPreflight: false,
  });
  // Before the API can refuse a request: its client would take it for an API without the additions.
  app.addHook('onRequest', async (_request, reply) => {
    void reply.headers(announcement);
  });
  // After the CORS headers: a browser shows a script no response without them.
  registerOverloadProtection(app, settings.loadLimits);
  registerRequestRules(app);
}

/**
 * Builds the store API on a migrated database. It does not listen: server.ts owns the process, and tests inject requests.
 *
 * @see Specification 7, the calls under /api/v1.
 */
export async function buildApp(options: StoreApiOptions): Promise<FastifyInstance> {
  const { settings, db, operatorSecret, now = Date.now, metrics, shutdown = { isClosing: false } } = options;
  const isAllowedOrigin = createOriginPolicy(settings);
  const app = createServer(options, shutdown, isAllowedOrigin);
  const getRequestUrl = (request: FastifyRequest) => getPublicUrl(request, settings);
  await registerHttpPlugins(app, settings, isAllowedOrigin);
  await registerApiDocument(app);

  const { limits, sandbox, shopUrl } = settings;
  const accounts = createAccountsRepository(db);
  const sessions = createSessionsRepository(db, { maxPerAccount: settings.maxSessionsPerAccount, now });
  const products = createProductsRepository(db);
  const stopSearchRows = keepSearchRows(db, (err) => app.log.error({ err }, 'products cannot be made searchable'));
  app.addHook('onClose', stopSearchRows);
  const orders = createOrdersRepository(db);
  const payments = createPaymentsRepository(db, (result) => metrics?.recordPayment(result));
  const attempts = createAttemptLimits(limits, options.pool);
  const isServer = createPeerTrust([...settings.trustedProxies, 'loopback']);
  const isGateway = ({ raw, headers }: FastifyRequest) => isServer(raw) && headers['x-forwarded-for'] === undefined;
  const authentication = registerAuthentication(app, sessions);
  const idempotencyKeys = createIdempotencyKeysRepository(db, now);
  const idempotency = registerIdempotency(app, idempotencyKeys);
  const cleaning = repeat(async () => {
    const cleaned = cleanUp({ db, idempotencyKeys, sessions, hasAutovacuum: options.pool !== undefined });
    await cleaned.catch((err) => app.log.error({ err }, 'expired rows cannot be removed'));
  }, cleaningIntervalMs);
  app.addHook('onClose', cleaning.stop);
  const signer = createTicketSigner(await getOrCreateValue(db, 'payment-signing-key', createSigningKey));
  const mails = openMailQueue(app, settings);
  metrics?.observe({ pool: options.pool, countMails: () => mails?.getLength() ?? 0 });
  const sendOrderMail =
    mails &&
    createOrderMailSender({
      queue: mails,
      accounts,
      attempts,
      log: app.log,
      from: settings.mailFrom,
      shopUrl,
      recordNoMail: (orderId) => orders.recordNoMail(orderId),
      onResult: (result) => metrics?.recordOrderMail(result),
    });

  await app.register(
    async (api) => {
      await api.register(storeInfoRoutes, { getLogoUrl: (request) => getRequestUrl(request) + logoPath });
      await api.register(productRoutes, { products, getPublicUrl: getRequestUrl, attempts, isGateway });
      await api.register(userRoutes, { accounts, sessions, authentication, attempts });
      await api.register(orderRoutes, {
        orders,
        accounts,
        authentication,
        idempotency,
        attempts,
        maxUnpaidOrders: limits.unpaidOrdersPerAccount,
        sendOrderMail,
        onResult: (result) => metrics?.recordOrder(result),
      });
      await api.register(paymentRoutes, {
        payments,
        orders,
        accounts,
        authentication,
        idempotency,
        signer,
        sandbox,
        upiPayee: settings.upiPayee,
        onRejected: (result) => metrics?.recordPayment(result),
        attempts,
        getPaymentUrls: (request) => ({
          api: getRequestUrl(request),
          shop:
            (isAllowedOrigin(request.headers.origin) ? String(request.headers.origin) : shopUrl) +
            getLanguagePrefix(readLanguage(request)),
        }),
      });
    },
    { prefix: '/api/v1' },
  );
  const countFailedPayment = () => metrics?.recordPayment('failed');
  if (sandbox) await app.register(sandboxRoutes, { payments, signer, shopUrl, onFailure: countFailedPayment });
  await app.register(mediaRoutes);
  await app.register(operatorRoutes, { db, orders, payments, secret: operatorSecret, dump: options.dump });
  await app.register(healthRoutes, { db, shutdown });
  return app;
}

/** Opens the queue of e-mails. The app's `close` waits for it. */
function openMailQueue(app: FastifyInstance, { mail }: StoreApiSettings): MailQueue | undefined {
  const transport = openMailTransport(mail);
  if (!transport) return undefined;
  const queue = createMailQueue(transport, app.log);
  app.addHook('onClose', () => queue.close());
  return queue;
}
