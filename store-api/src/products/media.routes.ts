import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { packageRoot } from '../package-root';
import { createVersion, mediaFolder } from './product-images';

const logo = readFileSync(join(packageRoot, 'catalog/brand/logo.svg'), 'utf8');

/** Path of the logo. Its version changes with the content. */
export const logoPath = `/media/brand/logo.svg?v=${createVersion(logo)}`;

/** Every URL contains a version, so its content never changes. Any site may show the images. */
const immutableHeaders = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Photographs and the logo, under /media. */
export const mediaRoutes: FastifyPluginAsync = async (app) => {
  await app.register(fastifyStatic, {
    root: mediaFolder,
    prefix: '/media/',
    index: false,
    cacheControl: false,
    // The captions in the same folder are not public.
    allowedPath: (path) => /\.(avif|jpg)$/.test(path),
    setHeaders: (reply) => {
      for (const [name, value] of Object.entries(immutableHeaders)) reply.setHeader(name, value);
    },
  });

  app.get('/media/brand/logo.svg', { schema: { hide: true } }, async (_request, reply) =>
    reply.headers(immutableHeaders).type('image/svg+xml').send(logo),
  );
};
