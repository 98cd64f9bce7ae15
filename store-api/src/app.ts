import { join } from 'node:path';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { StoreDatabase } from './database/database';
import { storedOnce } from './database/stored-values';
import { replyToBrokenRequest } from './errors/broken-requests';
import { addErrorReplies, replyWithError } from './errors/error-replies';
import { RequestRefused } from './errors/request-refused';
import { healthRoutes } from './health/health.routes';
import { addApiDocument } from './http/api-document';
import { originPolicy } from './http/origins';
import { publicAddress } from './http/public-address';
import { refuseNulCharacters } from './http/storable-text';
import { typeBoxValidation } from './http/validation';
import { logoPath, mediaRoutes } from './media/media.routes';
import { readMediaIndex } from './media/media-index';
import { productPictures } from './media/product-pictures';
import { operatorRoutes } from './operator/operator.routes';
import { ordersRepository } from './orders/orders.repository';
import { orderRoutes } from './orders/orders.routes';
import { packageRoot } from './package-root';
import { newSigningKey, ticketSigner } from './payments/payment-signature';
import { paymentsRepository } from './payments/payments.repository';
import { paymentRoutes } from './payments/payments.routes';
import { productsRepository } from './products/products.repository';
import { productRoutes } from './products/products.routes';
import { sandboxRoutes } from './sandbox/sandbox.routes';
import type { StoreApiSettings } from './settings';
import { storeInfoRoutes } from './store-info/store-info.routes';
import { accountsRepository } from './users/accounts.repository';
import { sessionsRepository } from './users/sessions.repository';
import { signedIn } from './users/signed-in';
import { userRoutes } from './users/users.routes';

export interface StoreApiOptions {
  settings: StoreApiSettings;
  db: StoreDatabase;
  /** Opens the operator's routes to who knows it. */
  operatorSecret: string;
  /** Where the photographs are; the folder and its index may be missing. */
  mediaDir?: string;
  /** Milliseconds since 1970, for the life of sessions. */
  now?: () => number;
}

/** An order of two hundred products is some ten kilobytes. */
const largestBody = 256 * 1024;

/** A page of products in a millisecond; the best would take twenty. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const catalogMedia = join(packageRoot, 'catalog/media');

/**
 * Builds the store API on a migrated database. It does not listen: server.ts does, and tests inject requests.
 *
 * @see Specification 7, the calls under /api/v1.
 */
export async function buildApp(options: StoreApiOptions): Promise<FastifyInstance> {
  const { settings, db, operatorSecret, mediaDir = catalogMedia, now = Date.now } = options;
  const app = fastify({
    logger: settings.logLevel === 'silent' ? false : { level: settings.logLevel },
    trustProxy: settings.trustProxy,
    bodyLimit: largestBody,
    frameworkErrors: replyWithError,
    clientErrorHandler: replyToBrokenRequest,
    routerOptions: { maxParamLength: 500 },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setValidatorCompiler(typeBoxValidation);
  addErrorReplies(app);
  app.addHook('preValidation', async ({ params, query, body }) => refuseNulCharacters(params, query, body));

  const isAllowedOrigin = originPolicy(settings.allowedOrigins);
  const addressOf = (request: FastifyRequest) => publicAddress(request, settings);
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions });
  await app.register(helmet, { strictTransportSecurity: false });
  await app.register(cors, {
    origin: (origin, done) => done(null, isAllowedOrigin(origin)),
    credentials: true,
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['content-type', 'authorization'],
    exposedHeaders: ['etag', 'retry-after'],
    maxAge: 86_400,
  });
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_request, { ttl }) =>
      new RequestRefused(429, 'Too many attempts. Please wait a while and try again.', {
        'retry-after': String(Math.ceil(ttl / 1000)),
      }),
  });
  await addApiDocument(app);

  const accounts = accountsRepository(db);
  const sessions = sessionsRepository(db, now);
  const products = productsRepository(db);
  const orders = ordersRepository(db);
  const payments = paymentsRepository(db);
  const session = signedIn(app, sessions);
  const signer = ticketSigner(await storedOnce(db, 'payment-signing-key', newSigningKey));
  const pictures = productPictures(
    mediaDir,
    readMediaIndex(mediaDir, (sentence) => app.log.warn(sentence)),
  );
  const { limits, sandbox, storefrontUrl } = settings;

  await app.register(
    async (api) => {
      await api.register(storeInfoRoutes, { logoUrl: (request) => addressOf(request) + logoPath });
      await api.register(productRoutes, { products, pictures, publicAddress: addressOf });
      await api.register(userRoutes, { accounts, sessions, signedIn: session, limits });
      await api.register(orderRoutes, { orders, accounts, signedIn: session, limits });
      await api.register(paymentRoutes, {
        payments,
        orders,
        accounts,
        signedIn: session,
        signer,
        sandbox,
        placesOf: (request) => ({
          api: addressOf(request),
          storefront: isAllowedOrigin(request.headers.origin) ? String(request.headers.origin) : storefrontUrl,
        }),
      });
    },
    { prefix: '/api/v1' },
  );
  if (sandbox) await app.register(sandboxRoutes, { payments, signer, storefrontUrl });
  await app.register(mediaRoutes, { mediaDir, products });
  await app.register(operatorRoutes, { db, orders, secret: operatorSecret });
  await app.register(healthRoutes, { db });
  return app;
}
