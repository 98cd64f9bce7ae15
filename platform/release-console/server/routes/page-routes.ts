import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Text in index.html that is replaced by the nonce of the response. */
const noncePlaceholder = '__NONCE__';

/** Allows the files of the console only. Styles that the bundle inserts carry the nonce of the response. */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types console',
  ].join('; ');

/**
 * Adds the routes of the page and its files.
 *
 * @param folder  Output of the page's build: `index.html` and files with a hash in their names.
 */
export async function addPageRoutes(app: FastifyInstance, folder: string): Promise<void> {
  const template = await readFile(path.join(folder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: path.join(folder, 'files'),
    prefix: '/files/',
    immutable: true,
    maxAge: '1y',
  });
  app.get('/', async (_request, reply) => {
    const nonce = randomBytes(18).toString('base64');
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(template.replaceAll(noncePlaceholder, nonce));
  });
}
