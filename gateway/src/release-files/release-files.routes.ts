import type { ReleaseId } from '@shop/releases/release/release';
import type { FastifyInstance } from 'fastify';
import { sendPlainText } from '../http/send-plain-text';
import { withTimeout } from '../http/with-timeout';
import type { ReadReleaseFile } from './verified-file-reader';

/** What a release's files are served as, by the end of their names. Nothing else is served. */
export const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** Types that are stored a second time in brotli, as `publish` does. */
const compressedTypes: ReadonlySet<string> = new Set(['js', 'css', 'json', 'svg']);

/**
 * Headers of every answer under `/r/`. Scripts are fetched across origins when a shop's files have a host of their own. A
 * picture that is opened by itself runs no script on the shop's origin; the policy says nothing about files that a page uses.
 */
export const releaseHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/** Headers of a file of a release: its address names its bytes. */
export const immutableHeaders = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' };

export const missingFile = 'No such file in any release.';
const unreadableFile = 'This file cannot be read right now. Please try again.';

/** Milliseconds a request waits for a file. */
const timeoutMs = 3000;

/** Files a browser has no use for: the Node build and the release's own description. */
const isPrivate = (file: string) => file.startsWith('node/') || file === 'release.json';

/**
 * Serves the files of every published release, not only of the live one: a tab that was opened before a promotion never
 * meets a missing chunk. A store that cannot be read is answered for with 500: nginx takes that for no fault of the gateway's,
 * and does not leave it out.
 *
 * @param onError Told each time that happens.
 */
export function registerReleaseFileRoutes(
  app: FastifyInstance,
  readFile: ReadReleaseFile,
  onError: (error: unknown) => void,
): void {
  app.get<{ Params: { app: string; release: string; '*': string } }>('/r/:app/:release/*', async (request, reply) => {
    const { app: name, release, '*': file } = request.params;
    const [, version, digest] = release.match(/^(.+)-([0-9a-f]{12})$/) ?? [];
    const type = contentTypes[endOf(file)];
    void reply.headers(releaseHeaders);
    if (version && digest && type && !isPrivate(file) && isSafePath(`${name}/${file}`) && isSafeVersion(version)) {
      const id = { app: name, version, digest };
      const wantsBrotli = compressedTypes.has(endOf(file)) && acceptsBrotli(request.headers['accept-encoding']);
      const found = await withTimeout(readBest(readFile, id, file, wantsBrotli), timeoutMs).catch((error: unknown) => {
        onError(error);
        return 'unreadable' as const;
      });
      if (found === 'unreadable') return sendPlainText(reply, 500, unreadableFile);
      if (found) {
        if (found.isCompressed) void reply.header('content-encoding', 'br');
        return reply.headers(immutableHeaders).header('content-type', type).send(found.bytes);
      }
    }
    return sendPlainText(reply, 404, missingFile);
  });
}

/** A compressed copy that is missing or damaged is made up for; a store that cannot be read is not asked twice. */
async function readBest(readFile: ReadReleaseFile, id: ReleaseId, file: string, wantsBrotli: boolean) {
  const compressed = wantsBrotli ? await readFile(id, file, 'br') : null;
  const bytes = compressed ?? (await readFile(id, file, 'identity'));
  return bytes && { bytes, isCompressed: compressed !== null };
}

const endOf = (file: string) => file.split('.').at(-1) ?? '';

const isSafePath = (path: string) => path.split('/').every((part) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(part));

/** What a key of the release store may hold: a version may have a `+`. */
const isSafeVersion = (version: string) => /^[A-Za-z0-9][A-Za-z0-9._+-]*$/.test(version);

/** Whether an `Accept-Encoding` names brotli, and not as unwanted (`br;q=0`). RFC 9110, 12.5.3. */
function acceptsBrotli(header = ''): boolean {
  return header.split(',').some((one) => {
    const [coding = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    return coding === 'br' && !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter));
  });
}
