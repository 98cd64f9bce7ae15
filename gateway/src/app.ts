import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { ReleaseStore } from '@shop/releases/store/release-store';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { unreadableAddress } from './asked-address';
import { type DiscoveryOptions, serveDiscovery } from './discovery/discovery';
import type { StoreDirectory } from './discovery/store-directory';
import { type DocumentOptions, serveDocuments } from './documents';
import { serveReleaseFiles } from './release-files';
import { commonHeaders } from './security-headers';
import { sendSentence } from './send-sentence';
import type { GatewaySettings } from './settings';
import { openTrustedReleases, type TrustedReleases } from './trusted-releases';
import { openVerifiedFiles } from './verified-files';

export interface GatewayOptions extends DocumentOptions {
  settings: DocumentOptions['settings'] & DiscoveryOptions['settings'] & Pick<GatewaySettings, 'trustedProxies'>;
  store: ReleaseStore;
  directory: StoreDirectory;
  /** What signed compositions say of releases; left out, each counts by its own description. */
  releases?: TrustedReleases;
  /** Told once about each released file that has other bytes than it must have. */
  onUntrustedFile?: (error: unknown) => void;
}

/** The edge server: documents of the live composition, and the immutable files of every release. */
export function buildGateway({
  store,
  directory,
  releases = openTrustedReleases(store),
  onUntrustedFile = () => {},
  ...documents
}: GatewayOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    routerOptions: { maxParamLength: 512 },
    trustProxy: documents.settings.trustedProxies ?? false,
  });
  app.addHook('onRequest', async (_request, reply) => void reply.headers(commonHeaders));
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));
  // Documents are made anew for everyone; released files come compressed from the store, and are left as they are.
  void app.register(compress, { encodings: ['br', 'gzip'], brotliOptions, syncThreshold });
  // Routes come after it: it looks at each as it is added.
  void app.register(async (routes) => {
    routes.get('/healthz', async (_request, reply) => {
      const live = await documents.current();
      return reply.code(live ? 200 : 503).send({ ready: live !== null, composition: live?.composition.seq ?? null });
    });
    const readFile = openVerifiedFiles({ store, releases, onTrouble: onUntrustedFile });
    serveReleaseFiles(routes, readFile);
    serveDiscovery(routes, { ...documents, directory, readFile });
    serveDocuments(routes, documents);
  });
  return app;
}

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
  const text = status >= 500 ? 'The shop cannot answer right now. Please try again.' : unreadableAddress;
  return sendSentence(reply, status, text);
}
